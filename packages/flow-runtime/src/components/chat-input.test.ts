import { expect, test } from "vitest";
import { edgeJson, flowJson, nodeJson } from "../flow.fixture.ts";
import { component, run, textOf } from "../run.fixture.ts";

const chat = (values = {}) =>
	flowJson([nodeJson(component("ChatInput"), "in", values), nodeJson(component("ChatOutput"), "out")], [edgeJson("in", "message", "out", "input_value")]);

test("stores the request's input and passes it on", async () => {
	const done = await run(chat({ input_value: "from the template" }), { inputValue: "hello" });
	expect(textOf(done)).toBe("hello");
	expect(done.chat.rows.map(({ sender, senderName, text, sessionId }) => [sender, senderName, text, sessionId])).toEqual([
		["User", "User", "hello", "flow-1"],
		["Machine", "AI", "hello", "flow-1"],
	]);
});

test("takes the template's value when the request gives none, or one of another type", async () => {
	expect(textOf(await run(chat({ input_value: "from the template" })))).toBe("from the template");
	expect(textOf(await run(chat({ input_value: "from the template" }), { inputValue: "x", inputType: "text" }))).toBe("from the template");
	expect(textOf(await run(chat({ input_value: "from the template" }), { inputValue: "" }))).toBe("");
});

test("respects its own sender name, context, session and files", async () => {
	const done = await run(chat({ sender_name: "Ada", context_id: "c", session_id: "own", files: ["a.txt"] }), { inputValue: "x", files: ["a.txt", "b.txt"] });
	expect(done.chat.rows[0]).toMatchObject({ senderName: "Ada", contextId: "c", sessionId: "own", files: ["a.txt", "b.txt"] });
	expect(done.result.sessionId).toBe("own");
});

test("the request's session wins over the component's", async () => {
	const done = await run(chat({ session_id: "own" }), { inputValue: "x", sessionId: "asked" });
	expect(done.chat.rows.map((row) => row.sessionId)).toEqual(["asked", "asked"]);
});

test("stores nothing when told not to, and gives no id", async () => {
	const done = await run(chat({ should_store_message: false }), { inputValue: "x" });
	expect(done.chat.rows.map((row) => row.sender)).toEqual(["Machine"]);
});

test("works without a writer", async () => {
	const done = await run(chat(), { inputValue: "x" }, { storeless: true });
	expect(textOf(done)).toBe("x");
	expect(done.result.outputs[0]?.message.id).toBeUndefined();
});
