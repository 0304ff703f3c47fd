import { expect, test } from "vitest";
import { createChat } from "../chat.fixture.ts";
import { edgeJson, flowJson, nodeJson } from "../flow.fixture.ts";
import { component, run, textOf } from "../run.fixture.ts";

const input = nodeJson(component("ChatInput"), "in");
const chat = (values = {}) => flowJson([input, nodeJson(component("ChatOutput"), "out", values)], [edgeJson("in", "message", "out", "input_value")]);

test("stores the answer under the run's session, as complete", async () => {
	const done = await run(chat(), { inputValue: "x", sessionId: "s" });
	expect(done.chat.rows[1]).toMatchObject({ sender: "Machine", senderName: "AI", sessionId: "s", properties: { state: "complete" } });
	expect(done.result).toMatchObject({ sessionId: "s", outputs: [{ componentId: "out", componentDisplayName: "Chat Output" }] });
});

test("respects its own sender, session and context", async () => {
	const done = await run(chat({ sender_name: "Bot", session_id: "own", context_id: "c" }), { inputValue: "x" });
	expect(done.chat.rows[1]).toMatchObject({ senderName: "Bot", sessionId: "own", contextId: "c" });
});

test("stores nothing when told not to", async () => {
	const done = await run(chat({ should_store_message: false }), { inputValue: "x" });
	expect(done.chat.rows.map((row) => row.sender)).toEqual(["User"]);
	expect(textOf(done)).toBe("x");
});

test("discards the answer when the user's row is gone meanwhile, and says so", async () => {
	const memory = createChat();
	const append: typeof memory.append = async (message, options) => {
		if (options?.answers !== undefined) memory.remove(options.answers);
		return memory.append(message, options);
	};
	const done = await run(chat(), { inputValue: "x" }, { messages: { append }, chat: memory });
	expect(memory.rows).toEqual([]);
	expect(done.events).toContainEqual({ type: "answer-discarded", nodeId: "out", reason: "input-gone" });
	expect(textOf(done)).toBe("x");
});

test("an answer whose session was renamed meanwhile names the new session", async () => {
	const memory = createChat();
	const append: typeof memory.append = (message, options) =>
		memory.append(options?.answers === undefined ? message : { ...message, sessionId: "renamed" }, options);
	const done = await run(chat(), { inputValue: "x", sessionId: "old" }, { messages: { append }, chat: memory });
	expect(done.result).toMatchObject({ sessionId: "renamed", outputs: [{ message: { sessionId: "renamed" } }] });
});

test("an input that is neither connected nor filled in is missing", async () => {
	const unconnected = run(flowJson([input, nodeJson(component("ChatOutput"), "out")]), { inputValue: "x" });
	await expect(unconnected).rejects.toMatchObject({ code: "missing-input", nodeId: "out", nodeType: "ChatOutput", field: "input_value" });
});

test("data is written by the template when it has a text, else as JSON", async () => {
	const memory = nodeJson(component("Memory"), "memory");
	const data = flowJson([memory, nodeJson(component("ChatOutput"), "out")], [edgeJson("memory", "dataframe", "out", "input_value")]);
	expect(textOf(await run(data))).toBe("```json\n[]\n```");
});
