import { expect, test } from "vitest";
import { parseModelChoice } from "./parse-model-choice.ts";

test.each([
	[{}, { name: "", provider: "" }],
	[{ model: [] }, { name: "", provider: "" }],
	[{ model: "" }, { name: "", provider: "" }],
	[{ model: "gpt-4o" }, { name: "gpt-4o", provider: "" }],
	[{ model: ["gpt-4o"] }, { name: "gpt-4o", provider: "" }],
	[{ model: [{ name: "gpt-4o", provider: "OpenAI", icon: "OpenAI", metadata: {} }] }, { name: "gpt-4o", provider: "OpenAI" }],
	[{ model: ' [{"name": "gpt-4o", "provider": "OpenAI", "api_key": "sk"}] ' }, { name: "gpt-4o", provider: "OpenAI" }],
	[{ model: { name: " gpt-4o ", provider: "OpenAI" } }, { name: "gpt-4o", provider: "OpenAI" }],
	[
		{ agentLlm: "OpenAI", modelName: "gpt-4.1" },
		{ name: "gpt-4.1", provider: "OpenAI" },
	],
	[
		{ model: [], agentLlm: "OpenAI", modelName: "gpt-4.1" },
		{ name: "gpt-4.1", provider: "OpenAI" },
	],
	[
		{ agentLlm: "Custom", modelName: "gpt-4.1" },
		{ name: "", provider: "" },
	],
	[{ agentLlm: "OpenAI" }, { name: "", provider: "" }],
	[
		{ model: "m", apiKey: " k ", baseUrl: "http://x/v1" },
		{ name: "m", provider: "", apiKey: "k", baseUrl: "http://x/v1" },
	],
	[
		{ model: "m", apiKey: "" },
		{ name: "m", provider: "" },
	],
])("%j is %j", (values, choice) => {
	expect(parseModelChoice(values)).toEqual(choice);
});

test.each([[[{ name: "a" }, { name: "b" }]], [42], [[{ name: 7 }]], [[{ provider: "OpenAI" }]]])("%j is an error that names the field", (model) => {
	expect(() => parseModelChoice({ model }, "summary_model")).toThrow(/^Field summary_model/);
});

test.each([
	{ model: '[{"name": "m", "api_key": "sk-1"' },
	{ model: ['{"api_key": "sk-1"}'] },
	{ model: [{ name: '[{"api_key": "sk-1"}]' }] },
	{ agentLlm: "OpenAI", modelName: '{"api_key": "sk-1"}' },
	{ agentLlm: '{"api_key": "sk-1"}', modelName: "m" },
])("text like JSON is never a model's name, and is not told: %j", (values) => {
	expect(() => parseModelChoice(values)).toThrow(/^Field model holds text that begins like JSON(?!.*sk-1)/);
});
