import type { ComponentDefinition } from "./component.ts";
import { componentNode } from "./component-node.ts";
import { isJsonObject, type Json, type JsonObject } from "./json.ts";

/** A node as Langflow exports it, with some values set; fields that the component lacks are added as plain ones. */
export function nodeJson(definition: ComponentDefinition, id: string, values: Readonly<Record<string, Json>> = {}, more: JsonObject = {}): JsonObject {
	const node = componentNode(definition);
	const template: Record<string, Json> = { ...(isJsonObject(node.template) ? node.template : {}) };
	for (const [name, value] of Object.entries(values)) {
		const entry = template[name];
		template[name] = { ...(isJsonObject(entry) ? entry : { name, type: "str", show: true }), value };
	}
	template.code = { type: "code", value: "class Component: pass", show: true, required: true };
	return {
		id,
		type: "genericNode",
		position: { x: 1.5, y: -2 },
		selected: false,
		data: { id, type: definition.type, showNode: true, ...more, node: { ...node, template } },
	};
}

/** An edge as Langflow exports it: handles are JSON with `œ` for `"`. */
export function edgeJson(source: string, output: string, target: string, field: string): JsonObject {
	const sourceHandle = { dataType: source.split("-")[0] ?? "", id: source, name: output, output_types: ["Message"] };
	const targetHandle = { fieldName: field, id: target, inputTypes: ["Message"], type: "str" };
	const spell = (handle: JsonObject) => JSON.stringify(handle).replaceAll('"', "œ");
	return {
		id: `edge-${source}-${target}`,
		source,
		target,
		sourceHandle: spell(sourceHandle),
		targetHandle: spell(targetHandle),
		data: { sourceHandle, targetHandle },
		animated: false,
	};
}

export function flowJson(nodes: readonly JsonObject[], edges: readonly JsonObject[] = []): JsonObject {
	return { id: "flow-1", name: "Fixture", description: "", data: { nodes, edges, viewport: { x: 0, y: 0, zoom: 1 } }, is_component: false, tags: ["own"] };
}
