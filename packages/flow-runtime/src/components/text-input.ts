import type { ComponentDefinition } from "../component.ts";
import { plainMessage } from "../node-inputs.ts";

/** A text that the flow starts from; nothing is stored. */
export const textInput: ComponentDefinition = {
	type: "TextInput",
	aliases: ["TextInputComponent"],
	category: "input_output",
	displayName: "Text Input",
	description: "Get user text inputs.",
	icon: "type",
	receives: "text",
	pure: true,
	fields: [{ name: "input_value", displayName: "Text", inputType: "MultilineInput", value: "", info: "Text to be passed as input.", inputTypes: ["Message"] }],
	outputs: [{ name: "text", displayName: "Output Text", types: ["Message"] }],
	run: ({ inputs, request, sessionId }) => {
		const fromRequest = request.inputType === "text" || request.inputType === "any" ? request.inputValue : undefined;
		return { text: async () => ({ kind: "message", message: plainMessage(fromRequest ?? inputs.text("input_value"), { sessionId, contextId: "" }) }) };
	},
};
