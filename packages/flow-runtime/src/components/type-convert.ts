import type { ComponentDefinition, NodeCall } from "../component.ts";
import type { Json } from "../json.ts";
import { dataText, plainMessage } from "../node-inputs.ts";
import { rowsOf } from "./parser.ts";

/** Gives a message as data, and data as a message. */
export const typeConvert: ComponentDefinition = {
	type: "TypeConverterComponent",
	aliases: ["TypeConverter"],
	category: "processing",
	displayName: "Type Convert",
	description: "Convert between a message, data and a data frame.",
	icon: "repeat",
	fields: [
		{
			name: "input_data",
			displayName: "Input",
			inputType: "HandleInput",
			value: "",
			info: "What is converted.",
			required: true,
			inputTypes: ["Message", "Data", "DataFrame"],
		},
		{
			name: "output_type",
			displayName: "Output Type",
			inputType: "TabInput",
			value: "Message",
			info: "What the editor offers as output.",
			options: ["Message", "Data", "DataFrame"],
			realTimeRefresh: true,
		},
	],
	outputs: [
		{ name: "message_output", displayName: "Message Output", types: ["Message"] },
		{ name: "data_output", displayName: "Data Output", types: ["Data"] },
		{ name: "dataframe_output", displayName: "DataFrame Output", types: ["DataFrame"] },
	],
	run: (call) => ({
		message_output: async () => ({ kind: "message", message: plainMessage(call.inputs.text("input_data"), { sessionId: call.sessionId, contextId: "" }) }),
		data_output: async () => ({ kind: "data", data: single(call) }),
		dataframe_output: async () => ({ kind: "data", data: rowsOf(call.inputs, "input_data") }),
	}),
};

/** The only row; several become one with a list of them. */
function single({ inputs }: NodeCall): Json {
	const rows = rowsOf(inputs, "input_data");
	const [first, ...others] = rows;
	if (first === undefined || others.length > 0) return { text: rows.map(dataText).join("\n"), results: rows };
	return typeof first === "string" ? { text: first } : first;
}
