import { readTokenUsage } from "@foldback/langchain-session-memory/summarizer";
import { cutText } from "@foldback/session-compressor";
import type { AIMessage, BaseMessage } from "@langchain/core/messages";
import { AgentError } from "./agent-error.ts";
import { callError } from "./model-error.ts";
import { recordCall, type Turn } from "./turn.ts";
import { turnMessages } from "./turn-messages.ts";

/** Characters of what the model says beside its calls that stored steps keep. */
const maxShownWords = 20_000;

/** LangChain's message classes. Loaded lazily by the caller. */
export type MessageClasses = Pick<typeof import("@langchain/core/messages"), "AIMessage" | "HumanMessage">;

/** What is sent: a system prompt that may be empty, and the messages. */
interface Prompt {
	readonly systemText: string;
	readonly messages: readonly BaseMessage[];
	/** How many of them the turn starts with: history and input. */
	readonly given: number;
}

/**
 * Calls the model, and once more when it wrote malformed tool arguments that are to be handled. Each call is counted, recorded and guarded.
 * @param ask sends these messages after the system prompt
 * @throws {AgentError}
 */
export async function callModel(
	classes: MessageClasses,
	turn: Turn,
	{ systemText, messages, given }: Prompt,
	ask: (messages: BaseMessage[]) => Promise<unknown>,
): Promise<AIMessage> {
	const call = async (all: BaseMessage[]) => {
		const sent = {
			messageCount: all.length + (systemText === "" ? 0 : 1),
			...(systemText === "" ? {} : { instructions: { field: "system_prompt", text: systemText, chars: systemText.length } }),
			turn: turnMessages(all.slice(given), turn.steps),
		};
		const reply = await recorded(turn, sent, async () => asAIMessage(classes, await ask(all)));
		if ((reply.tool_calls?.length ?? 0) > 0 && reply.text.trim() !== "") turn.steps.push({ words: cutText(reply.text, maxShownWords) });
		return withOwnId(reply, all);
	};
	const reply = await call([...messages]);
	const complaint = malformedCall(reply);
	if (complaint === undefined) return reply;
	if (!turn.inputs.handleParsingErrors) throw new AgentError("invalid-reply", `The model wrote malformed tool arguments: ${complaint}`);
	return call([...messages, new classes.HumanMessage(complaint)]);
}

type Sent = Omit<Parameters<typeof recordCall>[1], "durationMs">;

async function recorded(turn: Turn, sent: Sent, call: () => Promise<AIMessage>): Promise<AIMessage> {
	const { context, inputs, resolved } = turn;
	if (turn.rounds >= inputs.maxIterations) throw maxIterations(inputs.maxIterations);
	const startMs = context.now();
	try {
		const reply = await call();
		recordCall(turn, { ...sent, durationMs: context.now() - startMs }, readTokenUsage(reply));
		return reply;
	} catch (error) {
		const failure = callError(error, resolved.name, context.signal);
		recordCall(turn, { ...sent, durationMs: context.now() - startMs, error: failure.code }, undefined);
		throw failure;
	}
}

/** Some servers give every reply the same id, and LangGraph would put a new message in the place of the old one with its id. */
function withOwnId(reply: AIMessage, messages: readonly BaseMessage[]): AIMessage {
	if (reply.id !== undefined && messages.some(({ id }) => id === reply.id)) reply._updateId(`${reply.id}-${messages.length}`);
	return reply;
}

/** A stream that never says whose message it is gives a message of no role, which the agent would refuse. */
function asAIMessage({ AIMessage }: MessageClasses, reply: unknown): AIMessage {
	if (AIMessage.isInstance(reply)) return reply;
	const { text, response_metadata } = reply as BaseMessage; // What chat models give.
	return new AIMessage({ content: text, response_metadata });
}

function maxIterations(limit: number): AgentError {
	return new AgentError(
		"max-iterations",
		`The agent made ${limit} model calls without coming to an answer, and Max Iterations allows no more. Raise max_iterations, or make the task or the tools simpler.`,
		{ field: "max_iterations" },
	);
}

/** A call whose arguments are no JSON, in a reply without anything else: the loop would end with an empty answer. */
function malformedCall(reply: AIMessage): string | undefined {
	const [first] = reply.invalid_tool_calls ?? [];
	if (first === undefined || (reply.tool_calls?.length ?? 0) > 0 || reply.text.trim() !== "") return undefined;
	return `The arguments of the call of ${JSON.stringify(first.name ?? "a tool")} were not valid JSON. Call it again with valid arguments, or answer without it.`;
}
