import { createModelProvider } from "@foldback/agent-component";
import { describe, expect, test } from "vitest";
import { edgeJson, flowJson, nodeJson } from "./flow.fixture.ts";
import type { Json, JsonObject } from "./json.ts";
import { component, run, textOf } from "./run.fixture.ts";
import type { RunEvent } from "./run-context.ts";
import { openRealMemory, type RealMemory } from "./sqlite.fixture.ts";

const node = (type: string, id: string, values: JsonObject = {}, more: JsonObject = {}) => nodeJson(component(type), id, values, more);
const models = createModelProvider();
const remembers = (n: number, ...keys: readonly Json[]): JsonObject => ({ n_messages: n, summarize_older_messages: true, pinned_keys: keys });

/** Two agents, one after the other, as in the flow of sequential tasks. */
const inSequence = (first: JsonObject, second: JsonObject, more: readonly JsonObject[] = [], edges: readonly JsonObject[] = []) =>
	flowJson(
		[node("ChatInput", "in"), node("Agent", "first", first), node("Agent", "second", second), node("ChatOutput", "out"), ...more],
		[
			edgeJson("in", "message", "first", "input_value"),
			edgeJson("first", "response", "second", "input_value"),
			edgeJson("second", "response", "out", "input_value"),
			...edges,
		],
	);

/** One turn, with what it leaves for afterwards. */
async function turn(memory: RealMemory, flow: JsonObject, inputValue: string, outputType: "chat" | "debug" = "chat") {
	const done = await run(flow, { inputValue, flowId: memory.flowId, sessionId: "s", outputType }, { models, now: Date.now, ...memory.context });
	for (const task of done.afterRun) await task();
	return done;
}

function viewOf(events: readonly RunEvent[], nodeId: string) {
	const found = events.flatMap((event) => (event.type === "agent" && event.nodeId === nodeId && event.event.type === "recalled" ? [event.event.view] : []));
	expect(found).toHaveLength(1);
	return found[0];
}

describe("two agents with summaries, real store and compressor", () => {
	test("that share a scope: one state with both agents' keys, each agent its own last N and its own keys", { timeout: 60_000 }, async () => {
		const memory = await openRealMemory();
		const flow = inSequence(remembers(2, "cluster"), remembers(6, "owner"));
		await turn(memory, flow, "cluster: EU-7");
		await turn(memory, flow, "owner: Ada");
		for (let step = 1; step <= 8; step += 1) await turn(memory, flow, `Step ${step} went fine.`);
		const done = await turn(memory, flow, "Which cluster is it?", "debug");
		const scope = { flowId: memory.flowId, userId: "local", sessionId: "s", contextId: "" };
		expect((await memory.store.memory.load(scope))?.pinned).toEqual({ cluster: "EU-7", owner: "Ada" });
		const [first, second] = ["first", "second"].map((id) => viewOf(done.events, id));
		expect(first?.summary?.pinned.map(({ name }) => name)).toEqual(["cluster"]);
		expect(second?.summary?.pinned.map(({ name }) => name)).toEqual(["owner"]);
		expect(first?.messages.length).toBeGreaterThanOrEqual(2);
		expect(second?.messages.length).toBeGreaterThanOrEqual(6);
		const answered = done.events.flatMap((event) =>
			event.type === "agent" && event.nodeId === "first" && event.event.type === "token" ? [event.event.chunk] : [],
		);
		expect(answered).toEqual([]);
		expect(done.result.outputs.find((output) => output.componentId === "first")?.message.text).toContain("EU-7");
	});

	test("with Context IDs of their own: what one is told the other does not know", { timeout: 60_000 }, async () => {
		const memory = await openRealMemory();
		const store = (id: string, context: string) => node("Memory", id, { mode: "Store", context_id: context });
		const flow = flowJson(
			[
				node("ChatInput", "in", { context_id: "plan" }),
				node("Agent", "first", { ...remembers(2, "cluster"), context_id: "plan" }),
				node("Agent", "second", { ...remembers(2, "cluster"), context_id: "write" }),
				store("note", "write"),
				node("TextInput", "text"),
				node("ChatOutput", "out", { context_id: "plan" }),
			],
			[
				edgeJson("in", "message", "first", "input_value"),
				edgeJson("text", "text", "note", "message"),
				edgeJson("note", "stored_messages", "second", "input_value"),
				edgeJson("first", "response", "out", "input_value"),
			],
		);
		const both = async (plan: string, note: string) => {
			const tweaked = { inputValue: plan, flowId: memory.flowId, sessionId: "s", tweaks: { text: { input_value: note } } };
			const done = await run(flow, { ...tweaked, outputType: "debug" }, { models, now: Date.now, ...memory.context });
			for (const task of done.afterRun) await task();
			return done;
		};
		await both("cluster: EU-7", "cluster: US-1");
		for (let step = 1; step <= 8; step += 1) await both(`Plan ${step} went fine.`, `Note ${step} is written.`);
		await both("Done?", "Done?");
		const pinnedOf = async (contextId: string) =>
			(await memory.store.memory.load({ flowId: memory.flowId, userId: "local", sessionId: "s", contextId }))?.pinned;
		expect([await pinnedOf("plan"), await pinnedOf("write")]).toEqual([{ cluster: "EU-7" }, { cluster: "US-1" }]);
	});
});

describe("an agent as a tool of another", () => {
	const withExpert = (expert: JsonObject = {}) =>
		flowJson(
			[
				node("ChatInput", "in"),
				node("Agent", "expert", { add_calculator_tool: true, ...expert }, { display_name: "Sums Expert", selected_output: "component_as_tool" }),
				node("Agent", "boss", { add_calculator_tool: false, add_current_date_tool: false }),
				node("ChatOutput", "out"),
			],
			[
				edgeJson("in", "message", "boss", "input_value"),
				edgeJson("expert", "component_as_tool", "boss", "tools"),
				edgeJson("boss", "response", "out", "input_value"),
			],
		);
	const toolsOf = (events: readonly RunEvent[]) =>
		events.flatMap((event) => (event.type === "agent" && event.event.type === "tool-finished" ? [{ nodeId: event.nodeId, ...event.event }] : []));

	test("is called with its task, uses its own tools, and shows nothing in the chat", async () => {
		const done = await run(withExpert(), { inputValue: "Use the sums expert to find 12 * 12" }, { models });
		expect(toolsOf(done.events)).toMatchObject([
			{ nodeId: "expert", name: "evaluate_expression", output: "144" },
			{ nodeId: "boss", name: "sums_expert", error: false, output: expect.stringContaining("144") },
		]);
		expect(done.chat.rows).toHaveLength(2);
		const speakers = done.events.flatMap((event) => (event.type === "agent" && event.event.type === "token" ? [event.nodeId] : []));
		expect(new Set(speakers)).toEqual(new Set(["boss"]));
	});

	test("under the name that the flow gives it", async () => {
		const flow = withExpert({ tools_metadata: [{ name: "abacus", description: "Counts.", status: true }] });
		const done = await run(flow, { inputValue: "Use the abacus to find 12 * 12" }, { models });
		expect(toolsOf(done.events).at(-1)).toMatchObject({ name: "abacus" });
	});

	test("that fails is told to the model, and the turn goes on", async () => {
		const done = await run(withExpert({ n_messages: -1 }), { inputValue: "Use the sums expert to find 12 * 12" }, { models });
		expect(toolsOf(done.events)).toMatchObject([{ nodeId: "boss", error: true, output: expect.stringContaining("n_messages") }]);
		expect(done.chat.rows).toHaveLength(2);
	});
});

test("a flow shaped like sequential tasks: three agents, prompts between them, a tool at the last", async () => {
	const flow = flowJson(
		[
			node("ChatInput", "in"),
			node("Agent", "research", { system_prompt: "Research." }),
			node("Agent", "finance"),
			node("Prompt", "finance-prompt", { template: "You know finance." }),
			node("Prompt", "editor-prompt", { template: "Research: {research}\nFinance: {finance}\nAnswer the task." }),
			node("CalculatorComponent", "calculator"),
			node("Agent", "editor", { input_value: "What is 12 * 12?", add_calculator_tool: false }),
			node("ChatOutput", "out"),
		],
		[
			edgeJson("in", "message", "research", "input_value"),
			edgeJson("research", "response", "finance", "input_value"),
			edgeJson("finance-prompt", "prompt", "finance", "system_prompt"),
			edgeJson("research", "response", "editor-prompt", "research"),
			edgeJson("finance", "response", "editor-prompt", "finance"),
			edgeJson("editor-prompt", "prompt", "editor", "system_prompt"),
			edgeJson("calculator", "component_as_tool", "editor", "tools"),
			edgeJson("editor", "response", "out", "input_value"),
		],
	);
	const done = await run(flow, { inputValue: "Look at the figures of ACME." }, { models });
	expect(textOf(done)).toContain("144");
	const finished = done.events.flatMap((event) => (event.type === "node-finished" ? [event.nodeId] : []));
	expect(finished.filter((id) => ["research", "finance", "editor", "out"].includes(id))).toEqual(["research", "finance", "editor", "out"]);
	expect(done.chat.rows).toHaveLength(2);
});
