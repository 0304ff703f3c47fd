import { createModelProvider } from "@foldback/agent-component";
import { describe, expect, test } from "vitest";
import { createChat } from "../chat.fixture.ts";
import { edgeJson, flowJson, nodeJson } from "../flow.fixture.ts";
import type { JsonObject } from "../json.ts";
import { component, run, textOf, warnings } from "../run.fixture.ts";
import type { RunEvent } from "../run-context.ts";

const models = createModelProvider();
const node = (type: string, id: string, values: JsonObject = {}) => nodeJson(component(type), id, values);
const chat = (values: JsonObject = {}, more: readonly JsonObject[] = [], edges: readonly JsonObject[] = []) =>
	flowJson(
		[node("ChatInput", "in"), node("Agent", "agent", values), node("ChatOutput", "out"), ...more],
		[edgeJson("in", "message", "agent", "input_value"), edgeJson("agent", "response", "out", "input_value"), ...edges],
	);
const agentEvents = (events: readonly RunEvent[], type: string) =>
	events.flatMap((event) => (event.type === "agent" && event.event.type === type ? [event] : []));

/** Ids of the stored messages that each model call was sent. */
function sent(events: readonly RunEvent[]): readonly (readonly string[])[] {
	return events.flatMap((event) => (event.type === "agent" && event.event.type === "model-called" ? [event.event.call.messages.map(({ id }) => id)] : []));
}

describe("history", () => {
	test("is the session's, without the row of the current input, which is sent once", async () => {
		const memory = createChat();
		await run(chat(), { inputValue: "The cluster of my project is EU-7.", sessionId: "s" }, { models, chat: memory });
		await run(chat(), { inputValue: "Mine is US-1.", sessionId: "other" }, { models, chat: memory });
		const done = await run(chat(), { inputValue: "Which cluster is it?", sessionId: "s" }, { models, chat: memory });
		expect(textOf(done)).toContain("EU-7");
		const ids = memory.rows.filter((row) => row.sessionId === "s").map((row) => row.id);
		expect(sent(done.events)).toEqual([ids.slice(0, 3)]);
	});

	test("leaves the input's row out inside the query", async () => {
		const memory = createChat();
		const excluded: (string | undefined)[] = [];
		const newest: typeof memory.newest = (scope, limit, options) => {
			excluded.push(options?.exclude);
			return memory.newest(scope, limit, options);
		};
		const source = { ...memory, newest };
		await run(chat(), { inputValue: "one" }, { models, chat: memory, source });
		await run(chat({}, [node("ChatInput", "unstored", { should_store_message: false })]), { inputValue: "two" }, { models, chat: memory, source });
		expect(excluded).toEqual(["row-1", "row-3"]);
		await run(chat(), { inputValue: "three", tweaks: { in: { should_store_message: false } } }, { models, chat: memory, source });
		expect(excluded.at(-1)).toBeUndefined();
	});

	test("of n_messages 0 is empty", async () => {
		const memory = createChat();
		await run(chat(), { inputValue: "The cluster of my project is EU-7." }, { models, chat: memory });
		const done = await run(chat({ n_messages: 0 }), { inputValue: "Which cluster is it?" }, { models, chat: memory });
		expect(textOf(done)).not.toContain("EU-7");
	});

	test("excludes nothing when the input is no stored row", async () => {
		const memory = createChat();
		const prompted = flowJson(
			[node("ChatInput", "in"), node("Prompt", "p", { template: "Q: {question}" }), node("Agent", "agent"), node("ChatOutput", "out")],
			[edgeJson("in", "message", "p", "question"), edgeJson("p", "prompt", "agent", "input_value"), edgeJson("agent", "response", "out", "input_value")],
		);
		const excluded: (string | undefined)[] = [];
		const newest: typeof memory.newest = (scope, limit, options) => {
			excluded.push(options?.exclude);
			return memory.newest(scope, limit, options);
		};
		const done = await run(prompted, { inputValue: "hello" }, { models, chat: memory, source: { ...memory, newest } });
		expect(excluded).toEqual([undefined]);
		expect(sent(done.events)).toEqual([[memory.rows[0]?.id]]);
	});

	test("is kept apart by context", async () => {
		const memory = createChat();
		await run(chat(), { inputValue: "The cluster of my project is EU-7." }, { models, chat: memory });
		const done = await run(chat({ context_id: "c" }), { inputValue: "Which cluster is it?" }, { models, chat: memory });
		expect(textOf(done)).not.toContain("EU-7");
	});
});

describe("the answer's row", () => {
	test("has the id under which its tokens were streamed, and tells model, usage and duration", async () => {
		const done = await run(chat(), { inputValue: "hello" }, { models });
		const tokens = agentEvents(done.events, "token");
		const row = done.chat.rows[1];
		expect(tokens.map(({ event }) => (event.type === "token" ? event.chunk : "")).join("")).toBe(row?.text);
		expect(new Set(tokens.map(({ messageId }) => messageId))).toEqual(new Set([row?.id]));
		expect(row?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
		expect(done.events).toContainEqual(expect.objectContaining({ type: "message-stored", nodeId: "out", streamedAs: row?.id }));
		expect(row).toMatchObject({
			durationMs: expect.any(Number),
			properties: { state: "complete", source: { id: "agent", display_name: "Agent", source: "offline-demo" }, usage: { total_tokens: expect.any(Number) } },
		});
	});

	test("two chat outputs of one agent get two rows from one execution", async () => {
		const twice = chat({}, [node("ChatOutput", "out-2")], [edgeJson("agent", "response", "out-2", "input_value")]);
		const done = await run(twice, { inputValue: "hello" }, { models });
		expect(new Set(done.chat.rows.map((row) => row.id)).size).toBe(3);
		expect(sent(done.events)).toHaveLength(1);
	});

	test("both outputs wired: one recall, one turn, and the structured one as data", async () => {
		const both = chat({ n_messages: 4 }, [node("ChatOutput", "data")], [edgeJson("agent", "structured_response", "data", "input_value")]);
		const reads: number[] = [];
		const memory = createChat();
		const newest: typeof memory.newest = (scope, limit, options) => {
			reads.push(limit);
			return memory.newest(scope, limit, options);
		};
		const done = await run(both, { inputValue: 'Repeat: {"a": 1}' }, { models, chat: memory, source: { ...memory, newest } });
		expect(reads).toEqual([4]);
		expect(done.result.outputs.map((output) => output.componentId)).toEqual(["out", "data"]);
		expect(done.result.outputs[1]?.message.text).toMatch(/^```json/);
	});

	test("an agent before another agent streams nothing into the chat", async () => {
		const chained = flowJson(
			[node("ChatInput", "in"), node("Agent", "first"), node("Agent", "second"), node("ChatOutput", "out")],
			[
				edgeJson("in", "message", "first", "input_value"),
				edgeJson("first", "response", "second", "input_value"),
				edgeJson("second", "response", "out", "input_value"),
			],
		);
		const done = await run(chained, { inputValue: "hello" }, { models });
		expect(new Set(agentEvents(done.events, "token").map(({ nodeId }) => nodeId))).toEqual(new Set(["second"]));
		expect(done.chat.rows).toHaveLength(2);
	});
});

describe("tools and models from other nodes", () => {
	test("a calculator is called and shown as a step", async () => {
		const calculator = node("CalculatorComponent", "calc", {
			tools_metadata: [{ name: "sums", description: "Adds numbers.", status: true, tags: ["evaluate_expression"] }],
		});
		const withTool = chat({ add_calculator_tool: false }, [calculator], [edgeJson("calc", "component_as_tool", "agent", "tools")]);
		const done = await run(withTool, { inputValue: "What is 12 * 12?" }, { models });
		expect(agentEvents(done.events, "tool-finished")[0]?.event).toMatchObject({ name: "sums", output: "144", error: false });
		expect(textOf(done)).toContain("144");
		expect(JSON.stringify(done.chat.rows[1]?.contentBlocks)).toContain("sums");
	});

	test("a tool that is switched off is not there", async () => {
		const calculator = node("CalculatorComponent", "calc", { tools_metadata: [{ name: "sums", status: false, tags: ["evaluate_expression"] }] });
		const withTool = chat({ add_calculator_tool: false }, [calculator], [edgeJson("calc", "component_as_tool", "agent", "tools")]);
		const done = await run(withTool, { inputValue: "What is 12 * 12?" }, { models });
		expect(agentEvents(done.events, "tool-finished")).toEqual([]);
	});

	test("a connected language model answers", async () => {
		const model = node("LanguageModelComponent", "lm", { model: [{ name: "offline-demo", provider: "Offline" }] });
		const withModel = chat({ model: "connect_other_models" }, [model], [edgeJson("lm", "model_output", "agent", "model")]);
		expect(textOf(await run(withModel, { inputValue: "hello" }, { models }))).toContain("Offline demo model");
	});
});

describe("values", () => {
	test("an old export with agent_llm and model_name instead of model", async () => {
		const old = node("Agent", "agent", { agent_llm: "OpenAI", model_name: "gpt-unknown" });
		const template = ((old.data as JsonObject).node as { template: Record<string, JsonObject> }).template; // Made above.
		for (const field of ["model", "context_id", "stream", "summarize_older_messages", "pinned_keys", "max_tokens"]) delete template[field];
		const flow = flowJson(
			[node("ChatInput", "in"), old, node("ChatOutput", "out")],
			[edgeJson("in", "message", "agent", "input_value"), edgeJson("agent", "response", "out", "input_value")],
		);
		await expect(run(flow, { inputValue: "hello" }, { models })).rejects.toMatchObject({ nodeId: "agent", field: "api_key" });
		const tweaks = { agent: { agentLlm: "Offline", modelName: "offline-demo" } };
		expect(textOf(await run(flow, { inputValue: "hello", tweaks }, { models }))).toContain("Offline demo model");
	});

	test.each([
		[{ n_messages: -1 }, "n_messages"],
		[{ nMessages: 1.5 }, "n_messages"],
		[{ pinned_keys: ["a", "A"] }, "pinned_keys"],
		[{ maxIterations: 0 }, "max_iterations"],
	])("a bad tweak is refused by node and field: %j", async (tweak, field) => {
		const failed = run(chat(), { inputValue: "x", tweaks: { agent: tweak } }, { models });
		await expect(failed).rejects.toMatchObject({ code: "invalid-value", nodeId: "agent", nodeType: "Agent", field });
	});

	test("the switch without a session memory gives a warning and the newest messages", async () => {
		const done = await run(chat(), { inputValue: "x", tweaks: { summarizeOlderMessages: true } }, { models });
		expect(warnings(done.events).join()).toContain("Summarize Older Messages");
	});
});
