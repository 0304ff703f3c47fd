import { createModelProvider } from "@foldback/agent-component";
import { describe, expect, test } from "vitest";
import { createChat } from "./chat.fixture.ts";
import { componentCatalogue } from "./component-node.ts";
import { defaultComponents } from "./default-components.ts";
import { edgeJson, flowJson } from "./flow.fixture.ts";
import type { Json, JsonObject } from "./json.ts";
import { createRegistry } from "./registry.ts";
import { component, registry, run, textOf, warnings } from "./run.fixture.ts";

/** A node of an older export: only the fields and the type that it had then. */
const old = (type: string, id: string, values: Readonly<Record<string, Json>> = {}): JsonObject => ({
	id,
	type: "genericNode",
	data: { id, type, node: { display_name: type, template: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { name, value }])) } },
});
const models = createModelProvider();

/** Gives rows of data. */
const rows = {
	...component("TextInput"),
	type: "Rows",
	aliases: [],
	run: () => ({ text: async () => ({ kind: "data", data: [{ text: "a", n: 1 }, { text: "b" }] }) as const }),
};
const withRows = createRegistry([...defaultComponents, rows]);

describe("data as text", () => {
	test.each<[string, string, string, string, string]>([
		["ParseData", "data", "text", "{text}", "a\nb"],
		["ParseData", "data", "text", "<{text}>", "<a>\n<b>"],
		["ParseDataFrame", "df", "text", "{text}", "a\nb"],
	])("%s reads %s and gives %s by %s", async (type, field, output, template, text) => {
		const flow = flowJson(
			[old("Rows", "rows"), old(type, "parse", { template, sep: "\n" }), old("TextOutput", "out")],
			[edgeJson("rows", "text", "parse", field), edgeJson("parse", output, "out", "input_value")],
		);
		expect(textOf(await run(flow, { outputType: "text" }, { registry: withRows }))).toBe(text);
	});

	test("ParseData's list, and Type Convert in each direction", async () => {
		const convert = (from: string, output: string) =>
			[
				[old("Rows", "rows"), old("ParseData", "parse"), old("MessagetoData", "data"), old("TypeConverterComponent", "convert"), old("TextOutput", "out")],
				[
					edgeJson("rows", "text", "parse", "data"),
					edgeJson("parse", "text", "data", "message"),
					edgeJson(from, from === "parse" ? "data_list" : "data", "convert", "input_data"),
					edgeJson("convert", output, "out", "input_value"),
				],
			] as const;
		const texts = [];
		for (const [from, output] of [
			["parse", "dataframe_output"],
			["parse", "message_output"],
			["data", "data_output"],
		] as const)
			texts.push(textOf(await run(flowJson(...convert(from, output)), { outputType: "text" }, { registry: withRows })));
		expect(JSON.parse(texts[0] ?? "")).toEqual([{ text: "a" }, { text: "b" }]);
		expect(texts[1]).toContain("a");
		expect(texts[2]).toBe("a\nb");
	});
});

test("Combine Text and Pass", async () => {
	const flow = flowJson(
		[
			old("ChatInput", "in"),
			old("TextInput", "text", { input_value: "there" }),
			old("CombineText", "both", { delimiter: ", " }),
			old("Pass", "pass"),
			old("TextOutput", "out"),
		],
		[
			edgeJson("in", "message", "both", "text1"),
			edgeJson("text", "text", "both", "text2"),
			edgeJson("both", "combined_text", "pass", "input_message"),
			edgeJson("pass", "output_message", "out", "input_value"),
		],
	);
	expect(textOf(await run(flow, { inputValue: "hello", outputType: "text" }))).toBe("hello, there");
});

test("Store Message stores once, beside Chat Input and Chat Output", async () => {
	const flow = flowJson(
		[
			old("ChatInput", "in"),
			old("StoreMessage", "store", { sender: "Machine", sender_name: "Bot", session_id: "" }),
			old("Prompt", "p", { template: "Got {x}" }),
			old("ChatOutput", "out"),
		],
		[edgeJson("in", "message", "p", "x"), edgeJson("p", "prompt", "store", "message"), edgeJson("store", "stored_messages", "out", "input_value")],
	);
	const { chat } = await run(flow, { inputValue: "hello", sessionId: "s" });
	expect(chat.rows.map(({ text, sender, sessionId }) => [text, sender, sessionId])).toEqual([
		["hello", "User", "s"],
		["Got hello", "Machine", "s"],
	]);
});

describe("Message History before it had a mode", () => {
	const ask = async (values: Readonly<Record<string, Json>>) => {
		const chat = createChat();
		for (const [index, text] of ["a", "b", "c"].entries())
			await chat.append({ text, sender: index % 2 ? "Machine" : "User", senderName: "", sessionId: "s", contextId: "", files: [] });
		const flow = flowJson(
			[
				old("ChatInput", "in"),
				old("Memory", "memory", { n_messages: 100, order: "Ascending", template: "{sender_name}: {text}", ...values }),
				old("TextOutput", "out"),
			],
			[edgeJson("memory", "messages_text", "out", "input_value")],
		);
		return textOf(await run(flow, { inputValue: "now", sessionId: "s", outputType: "text" }, { chat }));
	};
	test.each<[Readonly<Record<string, Json>>, string]>([
		[{ sender: "Machine and User" }, "User: a\nAI: b\nUser: c"],
		[{ sender: "User" }, "User: a\nUser: c"],
		[{ sender: "Machine" }, "AI: b"],
		[{ sender_name: "AI" }, "AI: b"],
		[{ sender_name: "Nobody" }, ""],
	])("%j is whose messages are given", async (values, text) => {
		expect(await ask(values)).toBe(text);
	});
});

describe("an agent with a connected model", () => {
	const flow = (values: Readonly<Record<string, Json>>, withHistory: boolean) =>
		flowJson(
			[
				old("ChatInput", "in"),
				old("OpenAIModel", "llm", { model_name: "offline-demo" }),
				old("CalculatorTool", "calc"),
				old("Memory", "memory"),
				old("ToolCallingAgent", "agent", values),
				old("ChatOutput", "out"),
			],
			[
				edgeJson("in", "message", "agent", "input_value"),
				edgeJson("llm", "model_output", "agent", "llm"),
				edgeJson("calc", "api_build_tool", "agent", "tools"),
				...(withHistory ? [edgeJson("memory", "messages", "agent", "chat_history")] : []),
				edgeJson("agent", "response", "out", "input_value"),
			],
		);

	test("answers with its tools", async () => {
		const done = await run(flow({ system_prompt: "Be brief.", add_calculator_tool: false }, false), { inputValue: "What is 12 * 12?" }, { models });
		expect(textOf(done)).toContain("144");
	});

	test("remembers the chat where a history is connected, and only there", async () => {
		const answers = [];
		for (const withHistory of [true, false]) {
			const chat = createChat();
			const ask = (inputValue: string) => run(flow({}, withHistory), { inputValue, sessionId: "s" }, { models, chat });
			await ask("The cluster is EU-7.");
			const done = await ask("Which cluster is it?");
			answers.push(textOf(done));
			expect(warnings(done.events)).toEqual([]);
		}
		expect(answers[0]).toContain("EU-7");
		expect(answers[1]).not.toContain("EU-7");
	});
});

test("If-Else with one message for both cases", async () => {
	const flow = flowJson(
		[
			old("ChatInput", "in"),
			old("ConditionalRouter", "if", { operator: "equals", match_text: "yes", message: "What is passed on." }),
			old("TextOutput", "out"),
		],
		[edgeJson("in", "message", "if", "input_text"), edgeJson("if", "true_result", "out", "input_value")],
	);
	expect(textOf(await run(flow, { inputValue: "yes", outputType: "text" }))).toBe("What is passed on.");
});

test("what only older exports use stands apart in the catalogue", () => {
	const { legacy = {}, ...others } = componentCatalogue(registry) as Readonly<Record<string, Readonly<Record<string, JsonObject>>>>; // It is made of nodes.
	expect(Object.keys(legacy)).toEqual(expect.arrayContaining(["ParseData", "StoreMessage", "ToolCallingAgent"]));
	expect(Object.values(legacy).every((node) => node.legacy === true)).toBe(true);
	expect(Object.values(others).some((nodes) => Object.values(nodes).some((node) => node.legacy === true))).toBe(false);
});
