import { AgentError, type AgentInputs, type ModelProvider, parseAgentInputs } from "@foldback/agent-component";
import { type ComponentRegistry, type FlowNode, flowPinnedKeys, parseFlow, savedValue } from "@foldback/flow-runtime";
import { createChatModelSummarizer } from "@foldback/langchain-session-memory/summarizer";
import { maxPinnedKeys, type PinnedKey, type TurnOptions } from "@foldback/session-compressor";
import type { FlowDocument, Variables } from "./flow-engine.ts";

/**
 * How a flow's Agents use the memory of one context, as they are saved: the recent window and the summary model of the first one, preferably one whose
 * switch is on, and the pinned keys of all. Where no Agent uses it, the first Message History that does counts. Empty when nobody does.
 */
export async function memoryOptions(
	document: FlowDocument,
	contextId: string,
	tools: { readonly variable: Variables; readonly models: ModelProvider; readonly registry: ComponentRegistry },
): Promise<TurnOptions> {
	const flow = parseFlow(document);
	const typeOf = (node: FlowNode) => tools.registry.get(node.type)?.type;
	const nodes = flow.nodes.filter((node) => ["Agent", "ToolCallingAgent"].includes(typeOf(node) ?? ""));
	const agents = (await Promise.all(nodes.map((node) => readAgent(node, tools.variable)))).flat().filter((agent) => agent.contextId === contextId);
	const agent = agents.find(({ summarizeOlderMessages }) => summarizeOlderMessages) ?? agents[0];
	const keys = flowPinnedKeys(flow, tools.registry).get(contextId) ?? [];
	if (!agent) {
		const histories = flow.nodes.filter((node) => typeOf(node) === "Memory");
		return historyOptions(histories, contextId, keys);
	}
	return {
		...(agent.nMessages > 0 ? { recentMessages: agent.nMessages } : {}),
		pinnedKeys: unionOf(agents.filter(({ summarizeOlderMessages }) => summarizeOlderMessages).map(({ pinnedKeys }) => pinnedKeys)),
		...(keys.length > 0 ? { otherKeys: keys } : {}),
		...(await summarizerOf(agent, tools.models)),
	};
}

/** A Message History has no model of its own: the host's folds for it. */
function historyOptions(histories: readonly FlowNode[], contextId: string, keys: readonly PinnedKey[]): TurnOptions {
	const history = histories.find((node) => (savedValue(node, "context_id") ?? "") === contextId && savedValue(node, "summarize_older_messages") === true);
	if (!history) return {};
	const limit = Number(savedValue(history, "n_messages") ?? 0);
	return { ...(Number.isSafeInteger(limit) && limit > 0 ? { recentMessages: limit } : {}), pinnedKeys: unionOf([keys]) };
}

/** @returns nothing for an Agent whose fields cannot be read: its run will say what is wrong. */
async function readAgent(node: FlowNode, variable: Variables): Promise<AgentInputs[]> {
	const fields = Object.keys(node.template).filter((name) => name !== "code" && name !== "tools" && name !== "input_value");
	const values = await Promise.all(fields.map(async (name) => [name, await resolveField(node, name, variable)] as const));
	try {
		return [parseAgentInputs(Object.fromEntries(values))];
	} catch (error) {
		if (AgentError.isInstance(error)) return [];
		throw error;
	}
}

async function resolveField(node: FlowNode, name: string, variable: Variables): Promise<unknown> {
	const value = savedValue(node, name);
	if (node.template[name]?.load_from_db !== true || typeof value !== "string" || value === "") return value;
	return (await variable(value, { nodeId: node.id, name, isSecret: false })) ?? "";
}

/** Nothing when the model cannot be made: the compressor's own summarizer takes over. */
async function summarizerOf({ model, summaryModel }: AgentInputs, models: ModelProvider): Promise<Pick<TurnOptions, "summarizer" | "summaryModel">> {
	const chosen = summaryModel ?? model;
	if ("connected" in chosen) return {};
	try {
		const resolved = await models.resolve(chosen.choice, { streaming: false, maxRetries: 0 });
		return { summarizer: createChatModelSummarizer(resolved.model, { name: resolved.name, maxRetries: 0 }), summaryModel: resolved.name };
	} catch (error) {
		if (AgentError.isInstance(error)) return {};
		throw error;
	}
}

function unionOf(lists: readonly (readonly PinnedKey[])[]): readonly PinnedKey[] {
	return [...new Map(lists.flat().map((key) => [key.name, key])).values()].slice(0, maxPinnedKeys);
}
