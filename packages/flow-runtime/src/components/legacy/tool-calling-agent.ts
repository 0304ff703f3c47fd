import type { ComponentDefinition } from "../../component.ts";
import type { Field } from "../../field.ts";
import { agent } from "../agent.ts";

const handle = (name: string, displayName: string, inputTypes: readonly string[], info: string): Field => ({
	name,
	displayName,
	inputType: "HandleInput",
	value: "",
	info,
	inputTypes,
});

/**
 * The Agent as it was before it had a model and a history of its own: the model is connected. Where a Message History is connected for the chat, the
 * Agent's own reading of the same rows takes its place; without one there is no history.
 */
export const toolCallingAgent: ComponentDefinition = {
	...agent,
	type: "ToolCallingAgent",
	aliases: ["ToolCallingAgentComponent", "OpenAIToolsAgent"],
	category: "legacy",
	legacy: true,
	displayName: "Tool Calling Agent",
	description: "An agent with a connected model. Agent does the same.",
	fields: [
		handle("llm", "Language Model", ["LanguageModel"], "The model that answers."),
		handle("chat_history", "Chat Memory", ["Data", "DataFrame"], "A Message History: then the agent remembers the chat."),
		...agent.fields.filter(({ name }) => name !== "model"),
	],
	run: (call) => {
		const { inputs } = call;
		const prompts = inputs.text("system_prompt") === "" ? { system_prompt: inputs.text("system_message") } : {};
		const history = inputs.connected.includes("chat_history") || Object.hasOwn(call.node.template, "n_messages") ? {} : { n_messages: 0 };
		return agent.run({ ...call, inputs: inputs.with({ ...prompts, ...history }) });
	},
};
