import type { TokenUsage } from "@foldback/session-compressor";
import type { AgentContext } from "./agent-context.ts";
import { AgentError } from "./agent-error.ts";
import { runAgentLoop } from "./agent-loop.ts";
import { type ContentBlock, contentBlocks } from "./content-blocks.ts";
import { foldingModel } from "./folding-model.ts";
import { getMemoryData } from "./memory-data.ts";
import type { AgentInputs } from "./parse-agent-inputs.ts";
import { resolveModel } from "./resolve-model.ts";
import { scopeOf } from "./scope-of.ts";
import { structuredData } from "./structured-data.ts";
import type { Turn } from "./turn.ts";

/** What an Agent's `response` output gives. */
export interface AgentResponse {
	readonly text: string;
	/** Tool steps in Langflow's shape; empty when no tool was called. */
	readonly contentBlocks: readonly ContentBlock[];
	/** Tokens of all model calls of the turn. */
	readonly usage: TokenUsage;
	/** Name of the model that answered. */
	readonly model: string;
	readonly durationMs: number;
}

/** One run of an Agent node. Both outputs share one recall and one execution; nothing happens before the first of them is asked for. */
export interface AgentExecution {
	response(): Promise<AgentResponse>;
	/** The answer as data: checked against `output_schema` when there is one. Asks the model once more when the answer does not fit it. */
	structuredResponse(): Promise<Readonly<Record<string, unknown>>>;
}

/**
 * Prepares one run of an Agent.
 * @returns promises of both outputs; they reject with an `AgentError`.
 */
export function createAgentExecution(inputs: AgentInputs, context: AgentContext): AgentExecution {
	// Nobody reads along: what the flow says of streaming changes nothing but the cost.
	const wanted = context.streaming === false ? { ...inputs, stream: false } : inputs;
	const run = once(async () => execute(wanted, context));
	return {
		response: async () => (await run()).response,
		structuredResponse: once(async () => {
			const { turn, response } = await run();
			return structuredData(turn, response.text);
		}),
	};
}

async function execute(inputs: AgentInputs, context: AgentContext): Promise<{ readonly turn: Turn; readonly response: AgentResponse }> {
	const startMs = context.now();
	const turn = await startTurn(inputs, context);
	const text = await runAgentLoop(turn);
	return {
		turn,
		response: { text, contentBlocks: contentBlocks(turn.steps), usage: turn.usage, model: turn.resolved.name, durationMs: context.now() - startMs },
	};
}

async function startTurn(inputs: AgentInputs, context: AgentContext): Promise<Turn> {
	if (context.signal.aborted) throw new AgentError("cancelled", "The run was cancelled.");
	const resolved = await resolveModel(inputs.model, context, {
		streaming: inputs.stream,
		...(inputs.maxTokens === undefined ? {} : { maxTokens: inputs.maxTokens }),
		...(inputs.temperature === undefined ? {} : { temperature: inputs.temperature }),
	});
	const { messageId } = inputs.input;
	const folder = await foldingModel(inputs, context);
	const { nMessages, contextId, summarizeOlderMessages, pinnedKeys } = inputs;
	const memoryInputs = { nMessages, contextId, summarizeOlderMessages, pinnedKeys };
	const memory = await getMemoryData(
		{ ...memoryInputs, ...(folder === undefined ? {} : { folder }), ...(messageId === undefined ? {} : { excludeId: messageId }) },
		context,
	);
	const { folding } = memory;
	const { compressor } = context;
	if (folding !== undefined && compressor !== undefined) context.afterRun(async () => compressor.fold(scopeOf(inputs, context), folding));
	return { inputs, context, memory, resolved, rounds: 0, usage: {}, steps: [] };
}

function once<Result>(make: () => Promise<Result>): () => Promise<Result> {
	let made: Promise<Result> | undefined;
	return () => {
		made ??= make();
		return made;
	};
}
