import type { ComponentDefinition } from "../component.ts";
import { plainMessage } from "../node-inputs.ts";

/** A text that the flow ends with; nothing is stored. */
export const textOutput: ComponentDefinition = {
	type: "TextOutput",
	aliases: ["TextOutputComponent"],
	category: "input_output",
	displayName: "Text Output",
	description: "Sends text output via API.",
	icon: "type",
	delivers: "text",
	fields: [
		{
			name: "input_value",
			displayName: "Inputs",
			inputType: "MultilineInput",
			value: "",
			info: "Text to be passed as output.",
			required: true,
			inputTypes: ["Message"],
		},
	],
	outputs: [{ name: "text", displayName: "Output Text", types: ["Message"] }],
	run: ({ inputs, sessionId }) => ({
		text: async () => ({
			kind: "message",
			message: { ...plainMessage(inputs.text("input_value"), { sessionId, contextId: "" }), sender: "Machine", senderName: "AI" },
		}),
	}),
};
