import type { TokenUsage } from "@foldback/session-compressor";
import type { AgentContext, ModelCallRecord } from "./agent-context.ts";
import type { TurnStep } from "./content-blocks.ts";
import type { MemoryData } from "./memory-data.ts";
import type { AgentInputs } from "./parse-agent-inputs.ts";
import type { ResolvedModel } from "./resolve-model.ts";

/** One turn of an Agent: what it was given, and what has happened so far. */
export interface Turn {
	readonly inputs: AgentInputs;
	readonly context: AgentContext;
	readonly memory: MemoryData;
	readonly resolved: ResolvedModel;
	/** Model calls so far. */
	rounds: number;
	usage: TokenUsage;
	readonly steps: TurnStep[];
}

/** Emits the record of one model call and adds up its cost. @param sentMemory false for a call that was sent none of the session's messages. */
export function recordCall(
	turn: Turn,
	call: Pick<ModelCallRecord, "messageCount" | "durationMs" | "instructions" | "turn" | "error">,
	usage: TokenUsage | undefined,
	sentMemory = true,
): void {
	const { input } = turn.inputs;
	const current = input.messageId === undefined ? [] : [{ id: input.messageId, revision: input.revision ?? 0 }];
	turn.context.emit({
		type: "model-called",
		call: {
			model: turn.resolved.name,
			messages: sentMemory ? [...turn.memory.rows, ...current] : [],
			...(sentMemory && turn.memory.summary !== undefined ? { summary: turn.memory.summary } : {}),
			round: turn.rounds,
			...call,
			...(usage === undefined ? {} : { usage }),
		},
	});
	turn.rounds += 1;
	turn.usage = added(turn.usage, usage);
}

function added(left: TokenUsage, right: TokenUsage | undefined): TokenUsage {
	const sum = (first: number | undefined, second: number | undefined) =>
		first === undefined && second === undefined ? undefined : (first ?? 0) + (second ?? 0);
	const inputTokens = sum(left.inputTokens, right?.inputTokens);
	const outputTokens = sum(left.outputTokens, right?.outputTokens);
	return { ...(inputTokens === undefined ? {} : { inputTokens }), ...(outputTokens === undefined ? {} : { outputTokens }) };
}
