import { createModelProvider } from "@foldback/agent-component";
import { expect, test } from "vitest";
import type { Json, JsonObject } from "./json.ts";
import { run, textOf } from "./run.fixture.ts";

const models = createModelProvider();

/** A node as exports of years ago have it: few fields, no outputs, no `selected_output`. */
const oldNode = (type: string, id: string, values: Readonly<Record<string, Json>> = {}): JsonObject => ({
	id,
	type: "genericNode",
	position: { x: 0, y: 0 },
	data: {
		id,
		type,
		node: {
			display_name: type,
			template: { _type: "Component", ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { name, type: "str", value }])) },
		},
	},
});
const oldFlow = (nodes: readonly JsonObject[], edges: readonly JsonObject[]): JsonObject => ({ name: "Old", data: { nodes, edges } });

test("agent_llm and model_name, missing fields, and handles of the first spelling", async () => {
	const flow = oldFlow(
		[
			oldNode("ChatInput", "in"),
			oldNode("Agent", "agent", { agent_llm: "Offline", model_name: "offline-demo", system_prompt: "Be brief.", verbose: true, agent_description: "x" }),
			oldNode("ChatOutput", "out"),
		],
		[
			{ source: "in", target: "agent", sourceHandle: "ChatInput|in|Message|Text", targetHandle: "Message;str|input_value|agent" },
			{ source: "agent", target: "out", sourceHandle: "Agent|agent|Message", targetHandle: "Message;Data|input_value|out" },
		],
	);
	const done = await run(flow, { inputValue: "The cluster is EU-7. Which cluster is it?" }, { models });
	expect(textOf(done)).toContain("EU-7");
	expect(done.chat.rows).toHaveLength(2);
});

test("handles that name only the types, or stand only in the edge's data, with spaces and œ", async () => {
	const spelled = (handle: JsonObject) => JSON.stringify(handle, undefined, 1).replaceAll('"', "œ");
	const flow = oldFlow(
		[oldNode("ChatInput", "in"), oldNode("Prompt", "p", { template: "Q: {question}" }), oldNode("ChatOutput", "out")],
		[
			{
				source: "in",
				target: "p",
				sourceHandle: spelled({ baseClasses: ["Message", "str"], dataType: "ChatInput", id: "in" }),
				targetHandle: spelled({ fieldName: "question", id: "p", inputTypes: ["Message"], type: "str" }),
			},
			{
				source: "p",
				target: "out",
				data: {
					sourceHandle: { dataType: "Prompt", id: "p", name: "prompt", output_types: ["Message"] },
					targetHandle: { fieldName: "input_value", id: "out", inputTypes: null, type: "str" },
				},
			},
		],
	);
	expect(textOf(await run(flow, { inputValue: "why?" }))).toBe("Q: why?");
});

test("a tool component of its own, and outputs under their old names", async () => {
	const flow = oldFlow(
		[oldNode("ChatInput", "in"), oldNode("CalculatorTool", "calc"), oldNode("Agent", "agent", { add_calculator_tool: false }), oldNode("ChatOutput", "out")],
		[
			{ source: "in", target: "agent", sourceHandle: "ChatInput|in|Message", targetHandle: "Message|input_value|agent" },
			{
				source: "calc",
				target: "agent",
				data: {
					sourceHandle: { dataType: "CalculatorTool", id: "calc", name: "api_build_tool", output_types: ["Tool"] },
					targetHandle: { fieldName: "tools", id: "agent", inputTypes: ["Tool"], type: "other" },
				},
			},
			{ source: "agent", target: "out", sourceHandle: "Agent|agent|Message", targetHandle: "Message|input_value|out" },
		],
	);
	const done = await run(flow, { inputValue: "What is 12 * 12?" }, { models });
	expect(textOf(done)).toContain("144");
});
