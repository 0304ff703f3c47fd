import { type ComponentDefinition, toolOutput } from "./component.ts";
import { fieldEntries } from "./field.ts";
import { isJsonObject, type Json, type JsonObject, withKey } from "./json.ts";
import type { ComponentRegistry } from "./registry.ts";

/**
 * @returns the `data.node` of a fresh node of this component, as Langflow writes it.
 * @param options.toolMode the node is an Agent's tool, so its only output is the toolset; of no effect where the component cannot be one
 */
export function componentNode(definition: ComponentDefinition, { toolMode = false }: { readonly toolMode?: boolean } = {}): JsonObject {
	const isTool = toolMode && definition.outputs.includes(toolOutput);
	const outputs = definition.outputs.filter((output) => (output === toolOutput) === isTool);
	return {
		base_classes: [...new Set(outputs.flatMap((output) => output.types))],
		beta: false,
		custom_fields: {},
		description: definition.description,
		display_name: definition.displayName,
		documentation: "",
		edited: false,
		field_order: definition.fields.map((field) => field.name),
		frozen: false,
		icon: definition.icon,
		legacy: definition.legacy ?? false,
		metadata: {},
		output_types: [],
		outputs: outputs.map(({ name, displayName, types }) => ({
			name,
			display_name: displayName,
			types,
			selected: types[0] ?? null,
			cache: true,
			method: null,
			value: "__UNDEFINED__",
		})),
		template: { _type: "Component", ...fieldEntries(definition.fields) },
		tool_mode: isTool,
	};
}

/**
 * The catalogue of components as `/api/v1/all` gives it: fresh nodes by category and type. Beside what a node has, each says under which other types
 * exports have it (`aliases`), and whether an Agent can use it (`usable_as_tool`).
 */
export function componentCatalogue(registry: ComponentRegistry): JsonObject {
	const categories = Map.groupBy(registry.definitions, (definition) => definition.category);
	return Object.fromEntries(
		[...categories].map(([category, definitions]) => [
			category,
			Object.fromEntries(definitions.map((definition) => [definition.type, catalogueEntry(definition)])),
		]),
	);
}

function catalogueEntry(definition: ComponentDefinition): JsonObject {
	return { ...componentNode(definition), aliases: definition.aliases ?? [], usable_as_tool: definition.outputs.includes(toolOutput) };
}

/**
 * What the editor shows after a field was changed: the template with the new value, the component's fields that a saved template lacks, and `show` flags
 * and variables that follow from the value.
 */
export function updateTemplate(definition: ComponentDefinition, template: JsonObject, change: { readonly field: string; readonly value: Json }): JsonObject {
	const complete = { ...fieldEntries(definition.fields), ...template };
	const entry = Object.hasOwn(complete, change.field) ? complete[change.field] : undefined;
	const changed = isJsonObject(entry) ? withKey(complete, change.field, withKey(entry, "value", change.value)) : complete;
	return definition.updateBuildConfig?.(changed, change.field, change.value) ?? changed;
}
