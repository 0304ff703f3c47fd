import type { CallbackHandlerMethods } from "@langchain/core/callbacks/base";
import type { AIMessage, BaseMessage, SystemMessage } from "@langchain/core/messages";
import type { StructuredToolInterface } from "@langchain/core/tools";
import { equippedModel } from "./equipped-model.ts";
import { callModel } from "./model-call.ts";
import type { Turn } from "./turn.ts";

/** What the model is given at the start of a turn. */
export interface FirstPrompt {
	readonly system: SystemMessage;
	readonly messages: readonly BaseMessage[];
	readonly tools: readonly StructuredToolInterface[];
}

/**
 * Makes the first model call of a turn with nothing around it. Most turns end with its reply, and the graph of an agent costs several times the call.
 * @returns undefined, without a call, for a model that cannot be given the tools: the agent will say so.
 * @throws {AgentError}
 */
export async function firstReply(
	turn: Turn,
	{ system, messages, tools }: FirstPrompt,
	callbacks: readonly CallbackHandlerMethods[],
): Promise<AIMessage | undefined> {
	const equipped = equippedModel(turn.resolved.model, tools);
	if (!equipped) return undefined;
	const [classes, { raceWithSignal }] = await Promise.all([import("@langchain/core/messages"), import("@langchain/core/runnables")]);
	const { signal } = turn.context;
	const before = system.text === "" ? [] : [system];
	return callModel(classes, turn, { systemText: system.text, messages, given: messages.length }, (sent) =>
		raceWithSignal(equipped.invoke([...before, ...sent], { signal, callbacks: [...callbacks] }), signal),
	);
}
