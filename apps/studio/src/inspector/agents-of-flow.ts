import { isJsonObject, type Json, type JsonObject } from "@foldback/flow-runtime/flow-json";
import { ConfigurationError, type PinnedKey, parsePinnedKey } from "@foldback/session-compressor";

/** An Agent of a flow, as far as session memory is concerned. */
export interface FlowAgent {
	readonly nodeId: string;
	readonly name: string;
	/** Whether Summarize Older Messages is on. */
	readonly remembers: boolean;
	/** Number of Chat History Messages. */
	readonly recentMessages: number;
	readonly pinnedKeys: readonly PinnedKey[];
	/** `''`: all contexts of the session. */
	readonly contextId: string;
}

const defaultRecentMessages = 100;

/** The Agents of a flow document, in its order. What is malformed in it counts as absent. */
export function agentsOfFlow(flow: JsonObject): readonly FlowAgent[] {
	const data = isJsonObject(flow.data) ? flow.data : {};
	const nodes = Array.isArray(data.nodes) ? data.nodes : [];
	return nodes.flatMap((node: Json) => toAgent(node));
}

function toAgent(node: Json): readonly FlowAgent[] {
	const data = isJsonObject(node) && isJsonObject(node.data) ? node.data : {};
	if (data.type !== "Agent" && data.type !== "AgentComponent") return [];
	const component = isJsonObject(data.node) ? data.node : {};
	const template = isJsonObject(component.template) ? component.template : {};
	const value = (field: string): Json | undefined => {
		const entry = template[field];
		return isJsonObject(entry) ? entry.value : undefined;
	};
	const recentMessages = Number(value("n_messages") ?? defaultRecentMessages);
	const keys = value("pinned_keys");
	return [
		{
			nodeId: String(data.id ?? ""),
			name: typeof component.display_name === "string" ? component.display_name : "Agent",
			remembers: value("summarize_older_messages") === true,
			recentMessages: Number.isFinite(recentMessages) ? recentMessages : defaultRecentMessages,
			pinnedKeys: Array.isArray(keys) ? keys.flatMap((key: Json) => readKey(key)) : [],
			contextId: String(value("context_id") ?? ""),
		},
	];
}

function readKey(entry: Json): readonly PinnedKey[] {
	if (typeof entry !== "string") return [];
	try {
		return [parsePinnedKey(entry)];
	} catch (error) {
		if (error instanceof ConfigurationError) return [];
		throw error;
	}
}
