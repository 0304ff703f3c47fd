import { isJsonObject, type Json, type JsonObject } from "@foldback/flow-runtime/flow-json";
import type { Component } from "./catalogue.ts";
import { own, templateOf, textAt } from "./document.ts";

/** How a field is entered. */
export type FieldKind =
	| "text"
	| "multiline"
	| "number"
	| "switch"
	| "dropdown"
	| "tabs"
	| "secret"
	| "list"
	| "pinned-keys"
	| "table"
	| "prompt"
	| "model"
	| "handle"
	| "files"
	| "json";

/** A field of a node, ready to be shown. */
export interface NodeField {
	readonly name: string;
	readonly displayName: string;
	readonly info: string;
	readonly kind: FieldKind;
	readonly value: Json;
	/** What a fresh node has; undefined for fields that the component does not define, such as a prompt's variables. */
	readonly defaultValue: Json | undefined;
	/** Behind the panel: not on the node. */
	readonly advanced: boolean;
	readonly required: boolean;
	readonly placeholder: string;
	/** Types of the outputs that may be connected; empty when none may. */
	readonly inputTypes: readonly string[];
	/** Langflow's value type, for the handles of edges. */
	readonly type: string;
	readonly options: readonly string[];
	/** The node's fields may change when this one does. */
	readonly refreshes: boolean;
	/** The template entry, as saved or as the component has it. */
	readonly entry: JsonObject;
	/** False: the saved node lacks it; it is added at its first change. */
	readonly saved: boolean;
}

/**
 * The fields of a node that may be shown, in the node's own order; those that only the component knows stand where the component has them.
 * What says `show: false`, and `code`, are left out.
 */
export function fieldsOf(node: JsonObject, component: Component | undefined): readonly NodeField[] {
	const saved = templateOf(node);
	const known = component ? templateOf({ data: { node: component.node } }) : {};
	return fieldNames(node, saved, component, known).flatMap((name) => {
		const entry = saved[name] ?? known[name];
		return entry && name !== "code" && own(entry, "show") !== false ? [readField(name, entry, known[name], Object.hasOwn(saved, name))] : [];
	});
}

/** One field, shown or not. */
export function findField(node: JsonObject, component: Component | undefined, name: string): NodeField | undefined {
	const saved = templateOf(node);
	const known = component ? templateOf({ data: { node: component.node } }) : {};
	const entry = saved[name] ?? known[name];
	return entry && readField(name, entry, known[name], Object.hasOwn(saved, name));
}

function fieldNames(
	node: JsonObject,
	saved: Readonly<Record<string, JsonObject>>,
	component: Component | undefined,
	known: Readonly<Record<string, JsonObject>>,
): readonly string[] {
	const data = own(node, "data");
	const ownOrder = names(own(own(data, "node"), "field_order"));
	const names_ = new Set([...ownOrder.filter((name) => Object.hasOwn(saved, name)), ...Object.keys(saved)]);
	const order = [...names_];
	const componentOrder = component ? names(own(component.node, "field_order")) : Object.keys(known);
	componentOrder.forEach((name, index) => {
		if (names_.has(name) || !Object.hasOwn(known, name)) return;
		const before = componentOrder.slice(0, index).findLast((earlier) => order.includes(earlier));
		order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, name);
	});
	return order;
}

function readField(name: string, entry: JsonObject, known: JsonObject | undefined, saved: boolean): NodeField {
	return {
		name,
		displayName: textAt(entry, "display_name") || name,
		info: textAt(entry, "info") || textAt(known, "info"),
		kind: kindOf(name, entry),
		value: own(entry, "value") ?? null,
		defaultValue: known && own(known, "value"),
		advanced: own(entry, "advanced") === true,
		required: own(entry, "required") === true,
		placeholder: textAt(entry, "placeholder"),
		inputTypes: names(own(entry, "input_types")),
		type: textAt(entry, "type") || "str",
		options: names(own(entry, "options")),
		refreshes: own(entry, "real_time_refresh") === true || kindOf(name, entry) === "prompt",
		entry,
		saved,
	};
}

const kindsByInput: Readonly<Record<string, FieldKind>> = {
	BoolInput: "switch",
	FileInput: "files",
	FloatInput: "number",
	HandleInput: "handle",
	IntInput: "number",
	MessageInput: "text",
	ModelInput: "model",
	MultilineInput: "multiline",
	PromptInput: "prompt",
	SecretStrInput: "secret",
	SliderInput: "number",
	TabInput: "tabs",
	TableInput: "table",
};

const kindsByType: Readonly<Record<string, FieldKind>> = {
	bool: "switch",
	file: "files",
	float: "number",
	int: "number",
	model: "model",
	other: "handle",
	prompt: "prompt",
	slider: "number",
	tab: "tabs",
	table: "table",
};

function kindOf(name: string, entry: JsonObject): FieldKind {
	if (own(entry, "password") === true) return "secret";
	if (name === "pinned_keys") return "pinned-keys";
	const kind = kindsByInput[textAt(entry, "_input_type")] ?? kindsByType[textAt(entry, "type")];
	if (kind === "tabs" || Array.isArray(own(entry, "options"))) return kind ?? "dropdown";
	if (own(entry, "list") === true && (kind === undefined || kind === "text")) return "list";
	if (own(entry, "multiline") === true && kind === undefined) return "multiline";
	return kind ?? (isTextual(own(entry, "value")) ? "text" : "json");
}

function isTextual(value: Json | undefined): boolean {
	return value === undefined || value === null || (typeof value !== "object" && !Array.isArray(value));
}

/** The texts of a list; anything else in it is left out. */
export function names(list: Json | undefined): readonly string[] {
	return Array.isArray(list) ? list.filter((entry): entry is string => typeof entry === "string") : [];
}

/** Names of outputs or fields: objects with a name. */
export function namedEntries(list: Json | undefined): readonly JsonObject[] {
	return Array.isArray(list) ? list.filter((entry): entry is JsonObject => isJsonObject(entry) && typeof entry.name === "string") : [];
}
