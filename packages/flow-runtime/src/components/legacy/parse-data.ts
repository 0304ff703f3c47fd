import type { ComponentDefinition, NodeCall } from "../../component.ts";
import type { Field } from "../../field.ts";
import { plainMessage } from "../../node-inputs.ts";
import { filled, rowsOf } from "../parser.ts";

const textFields: readonly Field[] = [
	{ name: "template", displayName: "Template", inputType: "MultilineInput", value: "{text}", info: "How one row is written.", inputTypes: ["Message"] },
	{ name: "sep", displayName: "Separator", inputType: "StrInput", value: "\n", info: "What stands between rows.", advanced: true },
];

/** What Parser does, under the names that it had before: each row of data as text, by a template. */
export const parseData: ComponentDefinition = {
	type: "ParseData",
	aliases: ["ParseDataComponent"],
	category: "legacy",
	legacy: true,
	displayName: "Data to Message",
	description: "Convert data to text by a template. Parser does the same.",
	icon: "message-square",
	fields: [
		{ name: "data", displayName: "Data", inputType: "HandleInput", value: "", info: "What is written as text.", required: true, inputTypes: ["Data"] },
		...textFields,
	],
	outputs: [
		{ name: "text", displayName: "Message", types: ["Message"] },
		{ name: "data_list", displayName: "Data List", types: ["Data"] },
	],
	run: (call) => ({
		text: async () => joined(call, "data"),
		data_list: async () => ({ kind: "data", data: lines(call, "data").map((text) => ({ text })) }),
	}),
};

/** The same for a data frame. */
export const parseDataFrame: ComponentDefinition = {
	...parseData,
	type: "ParseDataFrame",
	aliases: ["ParseDataFrameComponent"],
	displayName: "Parse DataFrame",
	description: "Convert a data frame to text by a template. Parser does the same.",
	fields: [
		{ name: "df", displayName: "DataFrame", inputType: "HandleInput", value: "", info: "What is written as text.", required: true, inputTypes: ["DataFrame"] },
		...textFields,
	],
	outputs: [{ name: "text", displayName: "Text", types: ["Message"] }],
	run: (call) => ({ text: async () => joined(call, "df") }),
};

function lines({ inputs }: NodeCall, field: string): readonly string[] {
	const template = inputs.text("template");
	return rowsOf(inputs, field).map((row) => filled(template, row));
}

function joined(call: NodeCall, field: string) {
	const separator = call.inputs.literal("sep");
	const text = lines(call, field).join(typeof separator === "string" ? separator : "\n");
	return { kind: "message", message: plainMessage(text, { sessionId: call.sessionId, contextId: "" }) } as const;
}
