import type { CallbackHandlerMethods } from "@langchain/core/callbacks/base";
import type { AIMessage, BaseMessage, SystemMessage } from "@langchain/core/messages";
import type { StructuredToolInterface } from "@langchain/core/tools";
import { equippedModel } from "./equipped-model.ts";
import { loadMessages, loadRunnables } from "./langchain-core.ts";
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
	const [classes, { raceWithSignal }] = await Promise.all([loadMessages(), loadRunnables()]);
	const { signal } = turn.context;
	// For a list, also an empty one, LangChain writes the whole call down as JSON.
	const options = callbacks.length === 0 ? { signal } : { signal, callbacks: [...callbacks] };
	const before = system.text === "" ? [] : [system];
	return callModel(classes, turn, { systemText: system.text, messages, given: messages.length }, (sent) =>
		raceWithSignal(equipped.invoke([...before, ...sent], options), signal),
	);
}
