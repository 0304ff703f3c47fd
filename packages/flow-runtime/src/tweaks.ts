import type { FlowNode } from "./flow.ts";
import { isJsonObject, type Json, type JsonObject } from "./json.ts";
import { findField, literalValues, settableFields } from "./known-fields.ts";
import type { ComponentRegistry } from "./registry.ts";

/** A value that a tweak gives to a field. */
export interface TweakedValue {
	readonly value: Json;
	/** The value names a variable. */
	readonly loadFromDb: boolean;
}

export interface AppliedTweaks {
	/** By node id, then by the field's own name. */
	readonly values: ReadonlyMap<string, ReadonlyMap<string, TweakedValue>>;
	/** What was ignored, and why. */
	readonly warnings: readonly { readonly nodeId?: string; readonly text: string }[];
}

/**
 * Reads tweaks: `{nodeIdOrDisplayName: {field: value}}`, `{type: {field: value}}` for all nodes of a component, or `{field: value}` for every node that has
 * the field. What says more precisely which node is meant wins: its id, its name, its type, every node. Both spellings of every field work; a value may be `{value, load_from_db}` as in a template. Nothing is validated here: components do that.
 */
export function readTweaks(nodes: readonly FlowNode[], registry: ComponentRegistry, tweaks: Readonly<Record<string, unknown>>): AppliedTweaks {
	const values = new Map<string, Map<string, TweakedValue>>();
	const warnings: { nodeId?: string; text: string }[] = [];
	const addressed = (key: string, value: unknown) => isJsonObject(value) && nodes.some((node) => isAddressed(node, key));
	for (const [key, value] of Object.entries(tweaks)) {
		if (!addressed(key, value) && !tweakAll(nodes, registry, values, key, value)) warnings.push({ text: unknownKey(key, value) });
	}
	for (const matches of addresses) {
		for (const [key, value] of Object.entries(tweaks)) {
			const targets = isJsonObject(value) ? nodes.filter((node) => addresses.findLast((address) => address(node, key)) === matches) : [];
			for (const node of targets) warnings.push(...tweakNode(node, registry, values, isJsonObject(value) ? value : {}));
		}
	}
	return { values, warnings };
}

/** Whether a key of the tweaks names this node. */
export function isAddressed(node: FlowNode, key: string): boolean {
	return addresses.some((matches) => matches(node, key));
}

/** How a node may be named, the most precise way last. */
const addresses: readonly ((node: FlowNode, key: string) => boolean)[] = [
	(node, key) => node.type === key,
	(node, key) => node.displayName === key,
	(node, key) => node.id === key,
];

type Values = Map<string, Map<string, TweakedValue>>;

function tweakAll(nodes: readonly FlowNode[], registry: ComponentRegistry, values: Values, key: string, value: unknown): boolean {
	let known = false;
	for (const node of nodes) {
		const tweak = { [key]: value as Json }; // A request is JSON.
		if (tweakNode(node, registry, values, tweak).length === 0) known = true;
	}
	return known;
}

function tweakNode(node: FlowNode, registry: ComponentRegistry, values: Values, tweak: JsonObject): { nodeId: string; text: string }[] {
	const definition = registry.get(node.type);
	const warnings: { nodeId: string; text: string }[] = [];
	const own = values.get(node.id) ?? new Map<string, TweakedValue>();
	const literals = new Map(Object.entries(tweak).map(([name, value]) => [name, readValue(value).value]));
	const names = definition ? settableFields(node, definition, literalValues(node, definition, literals)) : new Set(Object.keys(node.template));
	for (const [spelling, value] of Object.entries(tweak)) {
		const field = spelling === "code" ? undefined : findField(names, spelling);
		if (field === undefined) warnings.push({ nodeId: node.id, text: ignoredField(node, spelling) });
		else own.set(field, readValue(value));
	}
	if (own.size > 0) values.set(node.id, own);
	return warnings;
}

function readValue(value: Json): TweakedValue {
	if (isJsonObject(value) && value.value !== undefined) return { value: value.value, loadFromDb: value.load_from_db === true };
	return { value, loadFromDb: false };
}

function ignoredField(node: FlowNode, spelling: string): string {
	if (spelling === "code") return `A tweak cannot set the code of "${node.displayName}" (${node.id}); it was ignored.`;
	return `"${node.displayName}" (${node.id}) has no field ${spelling}; the tweak was ignored.`;
}

function unknownKey(key: string, value: unknown): string {
	return isJsonObject(value)
		? `No node has the id, name or type ${key}, and no field is called so; the tweak was ignored.`
		: `No node has a field ${key}; the tweak was ignored.`;
}
