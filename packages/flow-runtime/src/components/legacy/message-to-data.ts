import type { ComponentDefinition } from "../../component.ts";
import { rowsOf } from "../parser.ts";

/** A message as data. */
export const messageToData: ComponentDefinition = {
	type: "MessagetoData",
	aliases: ["MessageToData", "MessageToDataComponent"],
	category: "legacy",
	legacy: true,
	displayName: "Message to Data",
	description: "Convert a message to data. Type Convert does the same.",
	icon: "message-square-share",
	fields: [
		{ name: "message", displayName: "Message", inputType: "MessageInput", value: "", info: "What is converted.", required: true, inputTypes: ["Message"] },
	],
	outputs: [{ name: "data", displayName: "Data", types: ["Data"] }],
	run: ({ inputs }) => ({ data: async () => ({ kind: "data", data: rowsOf(inputs, "message")[0] ?? "" }) }),
};
