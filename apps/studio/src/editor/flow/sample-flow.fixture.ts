import type { JsonObject } from "@foldback/flow-runtime/flow-json";
import { type Catalogue, readCatalogueAnswer } from "./catalogue.ts";

const text = (name: string, more: JsonObject = {}): JsonObject => ({
	_input_type: "MessageTextInput",
	type: "str",
	name,
	display_name: name,
	info: "",
	value: "",
	advanced: false,
	show: true,
	...more,
});

const input = text("input_value", { input_types: ["Message"] });
const output = (name: string, type: string): JsonObject => ({ name, display_name: name, types: [type] });

const chatInput: JsonObject = {
	display_name: "Chat Input",
	field_order: ["input_value"],
	outputs: [output("message", "Message")],
	template: { _type: "Component", input_value: text("input_value") },
};
const agent: JsonObject = {
	display_name: "Agent",
	field_order: ["n_messages", "summarize_older_messages", "pinned_keys", "tools", "input_value"],
	outputs: [output("response", "Message")],
	template: {
		_type: "Component",
		n_messages: text("n_messages", { _input_type: "IntInput", type: "int", value: 100, advanced: true }),
		summarize_older_messages: text("summarize_older_messages", {
			_input_type: "BoolInput",
			type: "bool",
			value: false,
			advanced: true,
			real_time_refresh: true,
		}),
		pinned_keys: text("pinned_keys", { value: [], list: true, advanced: true, show: false }),
		tools: text("tools", { _input_type: "HandleInput", type: "other", list: true, input_types: ["Tool"] }),
		input_value: input,
	},
};
const chatOutput: JsonObject = {
	display_name: "Chat Output",
	field_order: ["input_value"],
	outputs: [output("message", "Message")],
	template: { _type: "Component", input_value: input },
};
const calculator: JsonObject = { ...chatOutput, display_name: "Calculator", outputs: [output("result", "Data")] };

/** A catalogue of four components. */
export const sampleCatalogue: Catalogue = readCatalogueAnswer({
	input_output: { ChatInput: { ...chatInput, aliases: [] }, ChatOutput: { ...chatOutput, aliases: [] } },
	models_and_agents: { Agent: { ...agent, aliases: ["OldAgent"] } },
	utilities: { CalculatorComponent: { ...calculator, aliases: ["Calculator"], usable_as_tool: true } },
});

function node(id: string, type: string, x: number, inner: JsonObject): JsonObject {
	return { id, type: "genericNode", position: { x, y: 0 }, data: { id, type, showNode: true, node: inner }, kept: { unknown: true } };
}

function edge([source, sourceType, name]: readonly [string, string, string], [target, field]: readonly [string, string]): JsonObject {
	const handle = (parts: JsonObject) => JSON.stringify(parts).replaceAll('"', "œ").replaceAll(":", ": ");
	return {
		id: `${source}-${target}`,
		source,
		target,
		sourceHandle: handle({ dataType: sourceType, id: source, name, output_types: ["Message"] }),
		targetHandle: handle({ fieldName: field, id: target, inputTypes: ["Message"], type: "str" }),
	};
}

/** An Agent saved before there was session memory, between chat input and output, and a node of a kind that nobody knows. */
export const sampleFlow: JsonObject = {
	name: "Sample",
	data: {
		nodes: [
			node("ChatInput-i1", "ChatInput", 0, chatInput),
			node("Agent-a1", "Agent", 400, { ...agent, template: { n_messages: text("n_messages", { _input_type: "IntInput", value: 7 }), input_value: input } }),
			node("ChatOutput-o1", "ChatOutput", 800, chatOutput),
			node("Strange-s1", "StrangeComponent", 1200, { ...chatOutput, display_name: "Strange" }),
		],
		edges: [
			edge(["ChatInput-i1", "ChatInput", "message"], ["Agent-a1", "input_value"]),
			edge(["Agent-a1", "Agent", "response"], ["ChatOutput-o1", "input_value"]),
		],
		viewport: { x: 1, y: 2, zoom: 0.5 },
	},
	is_component: false,
};
