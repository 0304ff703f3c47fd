import { createModelProvider } from "@foldback/agent-component";
import { describe, expect, test } from "vitest";
import { createChat } from "../chat.fixture.ts";
import { edgeJson, flowJson, nodeJson } from "../flow.fixture.ts";
import type { JsonObject } from "../json.ts";
import { component, run, textOf, warnings } from "../run.fixture.ts";

const node = (type: string, id: string, values: JsonObject = {}) => nodeJson(component(type), id, values);
const store = (values: JsonObject = {}) => node("Memory", "store", { mode: "Store", ...values });
const models = createModelProvider();
const stored = (events: Awaited<ReturnType<typeof run>>["events"]) => events.filter((event) => event.type === "message-stored");

/** Chat Input, an Agent, a Chat Output; what `edges` say goes to Message History too. */
const withStore = (edges: readonly JsonObject[], values: JsonObject = {}) =>
	flowJson(
		[node("ChatInput", "in"), node("Agent", "agent"), node("ChatOutput", "out"), store(values), node("TextOutput", "text")],
		[
			edgeJson("in", "message", "agent", "input_value"),
			edgeJson("agent", "response", "out", "input_value"),
			edgeJson("store", "stored_messages", "text", "input_value"),
			...edges,
		],
	);

describe("never duplicates", () => {
	test.each([
		["what Chat Input has stored", edgeJson("in", "message", "store", "message")],
		["what Chat Output stores too, whoever is first", edgeJson("agent", "response", "store", "message")],
		["what Chat Output has stored", edgeJson("out", "message", "store", "message")],
	])("%s", async (_what, edge) => {
		const done = await run(withStore([edge]), { inputValue: "hello", outputType: "any" }, { models });
		expect(done.chat.rows.map((row) => row.sender)).toEqual(["User", "Machine"]);
		expect(stored(done.events)).toHaveLength(2);
		const answered = done.result.outputs.find((output) => output.componentId === "out")?.message;
		expect(answered?.id).toBe(done.chat.rows[1]?.id);
	});

	test("the same text on another way, through a prompt", async () => {
		const flow = flowJson(
			[node("ChatInput", "in"), node("Prompt", "p", { template: "{x}" }), store({ sender: "User" }), node("TextOutput", "text")],
			[edgeJson("in", "message", "p", "x"), edgeJson("p", "prompt", "store", "message"), edgeJson("store", "stored_messages", "text", "input_value")],
		);
		const done = await run(flow, { inputValue: "hello", outputType: "text" });
		expect(done.chat.rows.map((row) => row.text)).toEqual(["hello"]);
	});
});

describe("stores", () => {
	const alone = (values: JsonObject) =>
		flowJson([node("ChatInput", "in"), store(values), node("TextOutput", "text")], [edgeJson("store", "stored_messages", "text", "input_value")]);

	test("a text of its own, once however many outputs are used", async () => {
		const flow = flowJson(
			[node("ChatInput", "in"), store({ message: "A note.", sender_name: "Notes" }), node("TextOutput", "text"), node("TextOutput", "data")],
			[edgeJson("store", "stored_messages", "text", "input_value"), edgeJson("store", "dataframe", "data", "input_value")],
		);
		const done = await run(flow, { inputValue: "hello", outputType: "text", sessionId: "s" });
		expect(done.chat.rows.slice(1)).toMatchObject([{ text: "A note.", sender: "Machine", senderName: "Notes", sessionId: "s" }]);
		expect(textOf(done)).toBe("A note.");
	});

	test("the same text in another context is another message", async () => {
		const flow = flowJson(
			[node("ChatInput", "in"), store({ context_id: "side" }), node("TextOutput", "text")],
			[edgeJson("in", "message", "store", "message"), edgeJson("store", "stored_messages", "text", "input_value")],
		);
		const done = await run(flow, { inputValue: "hello", outputType: "text" });
		// The message is the stored row itself: its id says so, whatever the context.
		expect(done.chat.rows).toHaveLength(1);
		const own = await run(alone({ message: "hello", sender: "User", context_id: "side" }), { inputValue: "hello", outputType: "text" });
		expect(own.chat.rows.map((row) => row.contextId)).toEqual(["", "side"]);
	});

	test("again in the next run", async () => {
		const chat = createChat();
		for (let turn = 0; turn < 2; turn += 1) await run(alone({ message: "A note." }), { inputValue: "hello", outputType: "text" }, { chat });
		expect(chat.rows.map((row) => row.text)).toEqual(["hello", "A note.", "hello", "A note."]);
	});

	test("nothing when the user's row is gone", async () => {
		const chat = createChat();
		const append: typeof chat.append = async (message, options) => {
			if (options?.answers !== undefined) chat.rows.length = 0;
			return chat.append(message, options);
		};
		const done = await run(alone({ message: "A note." }), { inputValue: "hello", outputType: "text" }, { chat, messages: { append } });
		expect(chat.rows).toEqual([]);
		expect(done.events).toContainEqual({ type: "answer-discarded", nodeId: "store", reason: "input-gone" });
	});

	test("nothing where nothing is stored, with a warning", async () => {
		const done = await run(alone({ message: "A note." }), { inputValue: "hello", outputType: "text" }, { storeless: true });
		expect(textOf(done)).toBe("A note.");
		expect(warnings(done.events).join()).toContain("not stored here");
	});

	test.each([
		[{ message: "  " }, "message"],
		[{ message: "x", sender: "Nobody" }, "sender"],
	])("%j is refused by node and field", async (values, field) => {
		await expect(run(alone(values), { inputValue: "hello", outputType: "text" })).rejects.toMatchObject({ code: "invalid-value", nodeId: "store", field });
	});
});

test("the editor shows what the mode uses", () => {
	const names = ["message", "sender", "n_messages", "order", "pinned_keys"];
	const template: JsonObject = { ...Object.fromEntries(names.map((name) => [name, { show: true }])), summarize_older_messages: { value: true, show: true } };
	const update = component("Memory").updateBuildConfig;
	const shown = (mode: string) => Object.entries(update?.(template, "mode", mode) ?? {}).flatMap(([name, entry]) => ((entry as JsonObject).show ? [name] : []));
	expect(shown("Store")).toEqual(["message", "sender"]);
	expect(shown("Retrieve")).toEqual(["n_messages", "order", "pinned_keys", "summarize_older_messages"]);
});
