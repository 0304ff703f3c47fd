import type { PinnedKey, SessionMessage, Summarizer, TurnOptions, View } from "@foldback/session-compressor";
import type { BaseMessage } from "@langchain/core/messages";
import type { AgentContext, ModelCallRecord } from "./agent-context.ts";
import { loadMessages } from "./langchain-core.ts";
import { type Content, createFileBudget, messageContent } from "./message-content.ts";
import { messageText } from "./message-text.ts";
import { scopeOf } from "./scope-of.ts";

/** What `getMemoryData` needs of the Agent's inputs. */
export interface MemoryInputs {
	/** Messages of history; 0 for none. */
	readonly nMessages: number;
	readonly contextId: string;
	readonly summarizeOlderMessages: boolean;
	readonly pinnedKeys: readonly PinnedKey[];
	/** Id of the row that holds the current input, when it is stored. */
	readonly excludeId?: string;
	/** Who folds; absent: the compressor's own summarizer. */
	readonly folder?: { readonly summarizer: Summarizer; readonly summaryModel: string };
}

/** The history of one turn. */
export interface MemoryData {
	/** `[summary message?, ...verbatim messages]`, ascending. */
	readonly messages: readonly BaseMessage[];
	/** The stored rows among them, in order. */
	readonly rows: ModelCallRecord["messages"];
	readonly summary?: NonNullable<ModelCallRecord["summary"]>;
	/** What is to be folded after the run; absent while the switch is off or nothing can fold. */
	readonly folding?: TurnOptions;
}

/** Marks the summary message: `lc_source` as LangChain's own summarization does, so that other summarizers know it for what it is. */
const summaryMark = { lc_source: "summarization", foldback: "session-memory" } as const;

/**
 * Reads the history that a turn sends. Off: the newest `nMessages`. 0: nothing, and nothing is asked. On: what the compressor recalls, or the newest
 * `nMessages` and a warning when there is no compressor. The current input is left out inside the query, so exactly `nMessages` come back.
 */
export async function getMemoryData(inputs: MemoryInputs, context: AgentContext): Promise<MemoryData> {
	if (inputs.nMessages === 0) return { messages: [], rows: [] };
	if (inputs.summarizeOlderMessages && context.compressor !== undefined) return recalled(inputs, context, context.compressor);
	if (inputs.summarizeOlderMessages) {
		context.emit({ type: "warning", text: "Summarize Older Messages is on, but this host has no session memory: only the newest messages are sent." });
	}
	const rows = await context.source?.newest(scopeOf(inputs, context), inputs.nMessages, exclude(inputs));
	return verbatim(rows ?? [], context);
}

async function recalled(inputs: MemoryInputs, context: AgentContext, compressor: NonNullable<AgentContext["compressor"]>): Promise<MemoryData> {
	const folding: TurnOptions = {
		recentMessages: inputs.nMessages,
		pinnedKeys: inputs.pinnedKeys,
		...inputs.folder,
	};
	const view = await compressor.recall(scopeOf(inputs, context), { ...folding, ...exclude(inputs), signal: context.signal });
	context.emit({ type: "recalled", contextId: inputs.contextId, view });
	const { messages, rows } = await verbatim(view.messages, context);
	const summary = summaryReference(view);
	return { messages: [...(await summaryMessages(view)), ...messages], rows, ...(summary === undefined ? {} : { summary }), folding };
}

function exclude({ excludeId }: MemoryInputs): { readonly exclude?: string } {
	return excludeId === undefined ? {} : { exclude: excludeId };
}

async function summaryMessages({ summary, merged }: View): Promise<BaseMessage[]> {
	if (summary === undefined || merged) return [];
	const { HumanMessage } = await loadMessages();
	return [new HumanMessage({ content: summary.text, additional_kwargs: { ...summaryMark } })];
}

function summaryReference({ summary, state }: View): MemoryData["summary"] {
	if (summary === undefined || state === undefined) return undefined;
	return { incarnation: state.incarnation, version: state.version, chars: summary.text.length };
}

async function verbatim(rows: readonly SessionMessage[], context: AgentContext): Promise<MemoryData> {
	const { AIMessage, HumanMessage } = await loadMessages();
	const sent = rows.filter(({ text, files = [] }) => text.trim() !== "" || files.length > 0);
	const contents = await historyContents(sent, context);
	const messages = sent.map(({ id, role }, index) => {
		const fields = { id, content: contents[index] ?? "" };
		return role === "user" ? new HumanMessage(fields) : new AIMessage(fields);
	});
	return { messages, rows: sent.map(({ id, revision }) => ({ id, revision })) };
}

/**
 * The newest files are given whole, as far as the budget reaches; older ones are named. So are those of a message that got no answer: what made a turn fail,
 * such as an image for a model that takes none, must not make the next one fail too.
 */
async function historyContents(rows: readonly SessionMessage[], context: AgentContext): Promise<readonly Content[]> {
	const budget = createFileBudget();
	const quiet = { ...context, emit: () => {} };
	const contents: Content[] = [];
	for (const [index, { role, text, files = [] }] of [...rows.entries()].toReversed()) {
		const isGiven = role === "user" && files.length > 0 && rows[index + 1]?.role === "assistant";
		contents.push(isGiven ? await messageContent({ text, files }, quiet, budget) : messageText(text, files));
	}
	return contents.reverse();
}
