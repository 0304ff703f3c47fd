import { ConfigurationError, type PinnedKey, parsePinnedKey } from "@foldback/session-compressor";
import type { Flow, FlowNode } from "./flow.ts";
import type { Json } from "./json.ts";
import { literalValues } from "./known-fields.ts";
import type { ComponentRegistry } from "./registry.ts";
import type { TweakedValue } from "./tweaks.ts";

/**
 * The pinned keys of all nodes of a flow whose switch is on, by Context ID, whether they run or not. Nodes whose Context ID or keys are only known in the run are left
 * out, and so are malformed keys: the node's own run says what is wrong with them.
 * @param tweaks by node id, then by field
 */
export function flowPinnedKeys(
	flow: Flow,
	registry: ComponentRegistry,
	tweaks: ReadonlyMap<string, ReadonlyMap<string, TweakedValue>> = new Map(),
): ReadonlyMap<string, readonly PinnedKey[]> {
	const keys = new Map<string, readonly PinnedKey[]>();
	const connected = new Set(flow.edges.map(({ target, targetHandle }) => JSON.stringify([target, targetHandle?.fieldName])));
	for (const node of flow.nodes) {
		const values = ownValues(node, registry, tweaks.get(node.id));
		const contextId = values?.context_id ?? "";
		const isConnected = ["context_id", "pinned_keys"].some((field) => connected.has(JSON.stringify([node.id, field])));
		if (!values || isConnected || typeof contextId !== "string" || !isOn(values.summarize_older_messages)) continue;
		keys.set(contextId, [...(keys.get(contextId) ?? []), ...readKeys(values.pinned_keys)]);
	}
	return keys;
}

function ownValues(node: FlowNode, registry: ComponentRegistry, tweaks: ReadonlyMap<string, TweakedValue> = new Map()) {
	const definition = registry.get(node.type);
	if (!definition?.fields.some(({ name }) => name === "pinned_keys")) return undefined;
	return literalValues(node, definition, new Map([...tweaks].map(([name, { value }]) => [name, value])));
}

function isOn(value: Json | undefined): boolean {
	return value === true || value === "true";
}

function readKeys(value: Json | undefined): readonly PinnedKey[] {
	const entries: readonly unknown[] = Array.isArray(value) ? value : [value];
	return entries.flatMap((entry) => {
		if (typeof entry !== "string" || entry.trim() === "") return [];
		try {
			return [parsePinnedKey(entry)];
		} catch (error) {
			if (error instanceof ConfigurationError) return [];
			throw error;
		}
	});
}
