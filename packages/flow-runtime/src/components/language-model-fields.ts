import type { Field } from "../field.ts";

/** Fields of Language Model. */
export const languageModelFields: readonly Field[] = [
	{
		name: "model",
		displayName: "Language Model",
		inputType: "ModelInput",
		value: [],
		info: "The model that answers. Empty: the host's default model.",
		required: true,
		inputTypes: ["LanguageModel"],
		placeholder: "Host's default model",
	},
	{
		name: "api_key",
		displayName: "API Key",
		inputType: "SecretStrInput",
		value: "",
		info: "Key for the model's provider. Empty: the host's own, at the host's own endpoint.",
		advanced: true,
	},
	{
		name: "input_value",
		displayName: "Input",
		inputType: "MessageInput",
		value: "",
		info: "What the model is asked.",
		inputTypes: ["Message"],
		toolMode: true,
	},
	{
		name: "system_message",
		displayName: "System Message",
		inputType: "MultilineInput",
		value: "",
		info: "Instructions for the model.",
		inputTypes: ["Message"],
		extra: { multiline: true },
	},
	{ name: "stream", displayName: "Stream", inputType: "BoolInput", value: false, info: "Show the answer while it is written.", advanced: true },
	{
		name: "temperature",
		displayName: "Temperature",
		inputType: "SliderInput",
		value: 0.1,
		info: "How much chance there is in the answer, 0 to 2. Empty: the provider's default.",
		advanced: true,
		extra: { range_spec: { min: 0, max: 2, step: 0.01, step_type: "float" } },
	},
	{
		name: "max_tokens",
		displayName: "Max Tokens",
		inputType: "IntInput",
		value: "",
		info: "Tokens of the reply at most. Empty or 0: no limit of ours.",
		advanced: true,
	},
];
