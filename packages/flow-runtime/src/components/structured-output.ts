import { extractData, objectSchema, parseOutputSchema } from "@foldback/agent-component";
import { type ComponentDefinition, type NodeCall, toolOutput } from "../component.ts";
import { isJsonObject, type Json, type JsonObject } from "../json.ts";
import { resolveNodeModel } from "../resolve-node-model.ts";
import { toolsMetadataField } from "../tool-settings.ts";
import { languageModelFields } from "./language-model-fields.ts";

const modelFields = languageModelFields.filter(({ name }) => name === "model" || name === "api_key");

/** Has a model read data out of a text, by a schema. */
export const structuredOutput: ComponentDefinition = {
	type: "StructuredOutput",
	aliases: ["StructuredOutputComponent"],
	category: "models_and_agents",
	displayName: "Structured Output",
	description: "Uses an LLM to generate structured data.",
	icon: "braces",
	fields: [
		...modelFields,
		{
			name: "input_value",
			displayName: "Input Message",
			inputType: "MultilineInput",
			value: "",
			info: "The text to read.",
			required: true,
			inputTypes: ["Message"],
			toolMode: true,
		},
		{
			name: "system_prompt",
			displayName: "Format Instructions",
			inputType: "MultilineInput",
			value: "Read the data that the schema asks for out of the text. Use null for what it does not say. Give every match when there are several.",
			info: "Instructions for the model.",
			advanced: true,
			inputTypes: ["Message"],
		},
		{
			name: "output_schema",
			displayName: "Output Schema",
			inputType: "TableInput",
			value: [{ name: "field", description: "description of field", type: "str", multiple: false }],
			info: "Rows with name, description, type (str, int, float, bool, dict) and multiple.",
			required: true,
		},
		toolsMetadataField,
	],
	outputs: [
		{ name: "structured_output", displayName: "Structured Output", types: ["Data"] },
		{ name: "dataframe_output", displayName: "Structured Output", types: ["DataFrame"] },
		toolOutput,
	],
	asTool: { name: "structured_output", description: "Reads structured data out of a text.", output: "structured_output" },
	run: (call) => {
		let extracted: Promise<JsonObject> | undefined;
		const read = () => {
			extracted ??= extract(call);
			return extracted;
		};
		return {
			structured_output: async () => ({ kind: "data", data: await read() }),
			dataframe_output: async () => ({ kind: "data", data: rowsOf(await read()) }),
		};
	},
};

async function extract(call: NodeCall): Promise<JsonObject> {
	const { inputs, context, emit } = call;
	const fields = parseOutputSchema(inputs.literal("output_schema"));
	if (fields.length === 0) throw inputs.refuse("output_schema", [], "at least one row with a name");
	const text = inputs.text("input_value");
	if (text.trim() === "") throw inputs.refuse("input_value", text, "a text to read");
	const resolved = await resolveNodeModel(call);
	const data = await extractData({
		resolved,
		schema: objectSchema(fields),
		instructions: inputs.text("system_prompt"),
		field: "system_prompt",
		text,
		attempts: 2,
		signal: context.signal,
		now: context.now,
		onCall: (called, usage) =>
			emit({ type: "model-called", call: { model: resolved.name, messages: [], round: 0, ...called, ...(usage === undefined ? {} : { usage }) } }),
	});
	return data as JsonObject; // Read from JSON.
}

function rowsOf(data: JsonObject): readonly Json[] {
	const { results } = data;
	return Array.isArray(results) && results.every(isJsonObject) ? results : [data];
}
