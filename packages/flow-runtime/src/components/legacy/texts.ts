import type { ComponentDefinition } from "../../component.ts";
import type { Field } from "../../field.ts";
import { plainMessage } from "../../node-inputs.ts";

const textField = (name: string, displayName: string): Field => ({
	name,
	displayName,
	inputType: "MultilineInput",
	value: "",
	info: "",
	inputTypes: ["Message"],
});

/** Two texts as one. */
export const combineText: ComponentDefinition = {
	type: "CombineText",
	aliases: ["CombineTextComponent"],
	category: "legacy",
	legacy: true,
	displayName: "Combine Text",
	description: "Joins two texts with a separator. A Prompt Template with two variables does the same.",
	icon: "merge",
	fields: [
		textField("text1", "First Text"),
		textField("text2", "Second Text"),
		{ name: "delimiter", displayName: "Delimiter", inputType: "MessageTextInput", value: " ", info: "What stands between them.", inputTypes: ["Message"] },
	],
	outputs: [{ name: "combined_text", displayName: "Combined Text", types: ["Message"] }],
	run: ({ inputs, sessionId }) => ({
		combined_text: async () => {
			const literal = inputs.literal("delimiter");
			const text = [inputs.text("text1"), inputs.text("text2")].join(typeof literal === "string" ? literal : inputs.text("delimiter"));
			return { kind: "message", message: plainMessage(text, { sessionId, contextId: "" }) };
		},
	}),
};

/** Passes a message on, as it came. */
export const passMessage: ComponentDefinition = {
	type: "Pass",
	aliases: ["PassMessageComponent"],
	category: "legacy",
	legacy: true,
	displayName: "Pass",
	description: "Forwards the input message, unchanged.",
	icon: "arrow-right",
	fields: [
		{ ...textField("ignored_message", "Ignored Message"), info: "What only has to be there.", advanced: true },
		{ ...textField("input_message", "Input Message"), required: true },
	],
	outputs: [{ name: "output_message", displayName: "Output Message", types: ["Message"] }],
	run: ({ inputs, sessionId }) => ({
		output_message: async () =>
			inputs.message("input_message") ?? { kind: "message", message: plainMessage(inputs.text("input_message"), { sessionId, contextId: "" }) },
	}),
};
