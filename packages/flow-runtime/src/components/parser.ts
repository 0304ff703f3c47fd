import type { ComponentDefinition, FlowValue, NodeCall } from "../component.ts";
import { isJsonObject, type Json, type JsonObject } from "../json.ts";
import { dataText, plainMessage } from "../node-inputs.ts";
import { renderTemplate } from "../render-template.ts";

/** Writes data as text: each row by a template, or as JSON. */
export const parser: ComponentDefinition = {
	type: "ParserComponent",
	aliases: ["Parser", "parser"],
	category: "processing",
	displayName: "Parser",
	description: "Extracts text using a template.",
	icon: "braces",
	fields: [
		{
			name: "input_data",
			displayName: "Data or DataFrame",
			inputType: "HandleInput",
			value: "",
			info: "What is written as text.",
			required: true,
			inputTypes: ["DataFrame", "Data", "Message"],
		},
		{
			name: "mode",
			displayName: "Mode",
			inputType: "TabInput",
			value: "Parser",
			info: "Parser: each row by the template. Stringify: as JSON.",
			options: ["Parser", "Stringify"],
			realTimeRefresh: true,
		},
		{
			name: "pattern",
			displayName: "Template",
			inputType: "MultilineInput",
			value: "Text: {text}",
			info: "How one row is written; {name} stands for its column name, {data} for the whole row as JSON.",
			inputTypes: ["Message"],
		},
		{ name: "sep", displayName: "Separator", inputType: "MessageTextInput", value: "\n", info: "What stands between rows.", advanced: true },
	],
	outputs: [{ name: "parsed_text", displayName: "Parsed Text", types: ["Message"] }],
	updateBuildConfig: (template, field, value) => {
		const { pattern } = template;
		if (field !== "mode" || !isJsonObject(pattern)) return template;
		return { ...template, pattern: { ...pattern, show: value !== "Stringify" } };
	},
	run: (call) => ({ parsed_text: async () => parsed(call) }),
};

function parsed({ inputs, sessionId }: NodeCall): FlowValue {
	const rows = rowsOf(inputs, "input_data");
	const isTemplate = inputs.choice("mode", ["Parser", "Stringify"]) === "Parser";
	const pattern = inputs.text("pattern");
	const separator = inputs.literal("sep");
	const lines = rows.map((row) => (isTemplate ? filled(pattern, row) : dataText(row)));
	return { kind: "message", message: plainMessage(lines.join(typeof separator === "string" ? separator : "\n"), { sessionId, contextId: "" }) };
}

/** @returns what comes into a field as rows of data: each message, each item of a list. */
export function rowsOf(inputs: NodeCall["inputs"], field: string): readonly Json[] {
	if (!inputs.connected.includes(field)) {
		const literal = inputs.literal(field) ?? "";
		return Array.isArray(literal) ? literal : [literal];
	}
	return inputs.values(field).flatMap((value): readonly Json[] => {
		if (value.kind === "message") return [{ text: value.message.text, sender: value.message.sender, sender_name: value.message.senderName }];
		if (value.kind !== "data") throw inputs.refuse(field, `a ${value.kind} connection`, "data, a data frame or a message");
		return Array.isArray(value.data) ? value.data : [value.data as Json]; // `Array.isArray` does not narrow readonly arrays.
	});
}

/** @returns a row written by a template: `{name}` stands for its column, `{data}` for all of it as JSON. */
export function filled(pattern: string, row: Json): string {
	const columns: JsonObject = isJsonObject(row) ? row : { text: row };
	return renderTemplate(pattern, "single", (name) => {
		if (Object.hasOwn(columns, name)) return dataText(columns[name] ?? "");
		return name === "data" ? JSON.stringify(row) : undefined;
	});
}
