import { fieldEntry } from "./field.ts";
import { type Flow, type FlowNode, nameOf } from "./flow.ts";
import { FlowError } from "./flow-error.ts";
import { isJsonObject, type Json, type JsonObject, withKey } from "./json.ts";
import { definedFields, findField, literalValues, settableFields } from "./known-fields.ts";
import { parseFlow } from "./parse-flow.ts";
import type { ComponentRegistry } from "./registry.ts";

export interface FieldChange {
	readonly nodeId: string;
	/** In either spelling. */
	readonly field: string;
	readonly value: Json;
}

/**
 * Changes one field of one node and nothing else in the document. A field that the component has and the saved template lacks is added to it.
 * @throws FlowError `unknown-node` or `unknown-field`.
 */
export function setFieldValue(flow: Flow, { nodeId, field, value }: FieldChange, registry: ComponentRegistry): Flow {
	const node = flow.nodes.find((candidate) => candidate.id === nodeId);
	if (!node) throw new FlowError({ code: "unknown-node", message: `The flow has no node ${nodeId}.`, remedy: "Name a node of this flow.", nodeId });
	const { name, entry } = entryToChange(node, registry, field);
	return parseFlow(changeTemplate(flow.document, nodeId, (template) => withKey(template, name, withValue(entry, value))));
}

function entryToChange(node: FlowNode, registry: ComponentRegistry, spelling: string): { name: string; entry: JsonObject } {
	const definition = registry.get(node.type);
	const values = definition ? literalValues(node, definition) : {};
	const names = definition ? settableFields(node, definition, values) : new Set(Object.keys(node.template).filter((key) => key !== "code"));
	const name = findField(names, spelling);
	const saved = name !== undefined && Object.hasOwn(node.template, name) ? node.template[name] : undefined;
	const defined = name !== undefined && definition ? definedFields(definition, values).get(name) : undefined;
	const entry = saved ?? (defined && fieldEntry(defined));
	if (name !== undefined && entry) return { name, entry };
	throw new FlowError({
		code: "unknown-field",
		message: `Node ${nameOf(node)} has no field ${spelling} that can be changed.`,
		remedy: `Its fields are: ${[...names].join(", ")}.`,
		nodeId: node.id,
		nodeType: node.type,
		field: spelling,
	});
}

/** In exports of file fields the path of the upload stands beside the value. */
function withValue(entry: JsonObject, value: Json): JsonObject {
	const changed = withKey(entry, "value", value);
	return Object.hasOwn(entry, "file_path") ? withKey(changed, "file_path", "") : changed;
}

function changeTemplate(document: JsonObject, nodeId: string, change: (template: JsonObject) => JsonObject): JsonObject {
	const inside = (value: Json | undefined, key: string, next: (inner: Json | undefined) => Json) => {
		const object = isJsonObject(value) ? value : {};
		return withKey(object, key, next(Object.hasOwn(object, key) ? object[key] : undefined));
	};
	const changeNode = (node: Json) =>
		isJsonObject(node) && node.id === nodeId
			? inside(node, "data", (data) => inside(data, "node", (inner) => inside(inner, "template", (template) => change(isJsonObject(template) ? template : {}))))
			: node;
	return inside(document, "data", (data) => inside(data, "nodes", (nodes) => (Array.isArray(nodes) ? nodes.map(changeNode) : [])));
}
