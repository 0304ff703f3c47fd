import type { ComponentDefinition } from "./component.ts";
import type { Field } from "./field.ts";
import { type FlowNode, savedValue } from "./flow.ts";
import type { Json } from "./json.ts";

/**
 * The values that a node holds before anything is connected: the saved ones, the component's defaults for fields that the saved template lacks,
 * and `changes` over both.
 */
export function literalValues(node: FlowNode, definition: ComponentDefinition, changes: ReadonlyMap<string, Json> = new Map()): Record<string, Json> {
	const saved = Object.keys(node.template).map((name) => [name, savedValue(node, name)] as const);
	const defaults = definition.fields.map((field) => [field.name, field.value] as const);
	const values = new Map<string, Json | undefined>([...defaults, ...saved, ...changes]);
	return Object.fromEntries([...values].filter((entry): entry is [string, Json] => entry[1] !== undefined));
}

/** The component's own fields, those that follow from the values, and their definitions by name. */
export function definedFields(definition: ComponentDefinition, values: Readonly<Record<string, Json>>): ReadonlyMap<string, Field> {
	return new Map([...(definition.dynamicFields?.(values) ?? []), ...definition.fields].map((field) => [field.name, field]));
}

/** Names of all fields that a tweak or a change may set: the component's and the saved ones, but never `code`. */
export function settableFields(node: FlowNode, definition: ComponentDefinition, values: Readonly<Record<string, Json>>): ReadonlySet<string> {
	const names = new Set([...definedFields(definition, values).keys(), ...Object.keys(node.template)]);
	names.delete("code");
	return names;
}

/**
 * Finds a field by either spelling: as it is, in snake_case, or in camelCase.
 * @returns the field's own name, or undefined when there is none.
 */
export function findField(names: ReadonlySet<string>, spelling: string): string | undefined {
	if (names.has(spelling)) return spelling;
	const snake = spelling.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
	if (names.has(snake)) return snake;
	return [...names].find((name) => camelCase(name) === spelling);
}

function camelCase(name: string): string {
	return name.replace(/_+([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
}
