import type { ComponentDefinition } from "../component.ts";
import { type Field, fieldEntry } from "../field.ts";
import type { Json, JsonObject } from "../json.ts";
import { plainMessage } from "../node-inputs.ts";
import { type Brackets, renderTemplate, templateVariables } from "../render-template.ts";

const fields: readonly Field[] = [
	{ name: "template", displayName: "Template", inputType: "PromptInput", value: "", info: "Text with {variables}." },
	{
		name: "use_double_brackets",
		displayName: "Use Double Brackets",
		inputType: "BoolInput",
		value: false,
		info: "Variables are written {{name}} instead of {name}.",
		advanced: true,
		realTimeRefresh: true,
	},
];

/** A text with variables, each of which is a field of the node. */
export const prompt: ComponentDefinition = {
	type: "Prompt",
	aliases: ["Prompt Template", "PromptComponent"],
	category: "models_and_agents",
	displayName: "Prompt Template",
	description: "Create a prompt template with dynamic variables.",
	icon: "braces",
	pure: true,
	fields,
	outputs: [{ name: "prompt", displayName: "Prompt", types: ["Message"] }],
	dynamicFields: variableFields,
	updateBuildConfig: (template, field) => (fields.some(({ name }) => name === field) ? withVariables(template) : template),
	run: ({ inputs, sessionId }) => ({
		prompt: async () => {
			const values = new Set(inputs.connected.concat(Object.keys(inputs.literals)));
			const text = renderTemplate(inputs.text("template"), bracketsOf(inputs.literals), (name) => (values.has(name) ? inputs.text(name) : undefined));
			return { kind: "message", message: plainMessage(text, { sessionId, contextId: "" }) };
		},
	}),
};

function bracketsOf(values: Readonly<Record<string, Json>>): Brackets {
	const double = values.use_double_brackets;
	return double === true || double === "true" ? "double" : "single";
}

function variableFields(values: Readonly<Record<string, Json>>): readonly Field[] {
	const template = values.template;
	const names = typeof template === "string" ? templateVariables(template, bracketsOf(values)) : [];
	return names
		.filter((name) => !fields.some((field) => field.name === name))
		.map((name) => ({ name, displayName: name, inputType: "MessageTextInput", value: "", inputTypes: ["Message", "Text"] }));
}

/** Adds the entries of new variables; those that are already there keep their values. */
function withVariables(template: JsonObject): JsonObject {
	const values = Object.fromEntries(Object.entries(template).map(([name, entry]) => [name, entryValue(entry)] as const));
	const missing = variableFields(values).filter((field) => !Object.hasOwn(template, field.name));
	return { ...template, ...Object.fromEntries(missing.map((field) => [field.name, fieldEntry(field)])) };
}

function entryValue(entry: Json): Json {
	return typeof entry === "object" && entry !== null && !Array.isArray(entry) && "value" in entry ? (entry.value ?? null) : null;
}
