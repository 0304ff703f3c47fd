import type { SessionCompressor, SessionScope, TurnOptions, View } from "@foldback/session-compressor";
import { describe, expect, test } from "vitest";
import { type Chat, createChat } from "../chat.fixture.ts";
import { edgeJson, flowJson, nodeJson } from "../flow.fixture.ts";
import type { JsonObject } from "../json.ts";
import { component, run, textOf, warnings } from "../run.fixture.ts";

const flow = (values: JsonObject = {}, output = "messages_text") =>
	flowJson(
		[nodeJson(component("ChatInput"), "in"), nodeJson(component("Memory"), "memory", values), nodeJson(component("TextOutput"), "out")],
		[edgeJson("memory", output, "out", "input_value")],
	);

async function chatOf(...texts: readonly string[]): Promise<Chat> {
	const chat = createChat();
	for (const [index, text] of texts.entries()) {
		const isUser = index % 2 === 0;
		await chat.append({ text, sender: isUser ? "User" : "Machine", senderName: "x", sessionId: "s", contextId: index > 3 ? "late" : "", files: [] });
	}
	return chat;
}

const ask = async (values: JsonObject, context: Parameters<typeof run>[2] = {}) => {
	const chat = context.chat ?? (await chatOf("a", "b", "c", "d", "e"));
	return run(flow(values), { inputValue: "the current input", sessionId: "s", outputType: "text" }, { ...context, chat });
};

describe("Retrieve", () => {
	test.each<[string, JsonObject, string]>([
		["everything in order, without the current input", {}, "User: a\nAI: b\nUser: c\nAI: d\nUser: e"],
		["the newest n", { n_messages: 2 }, "AI: d\nUser: e"],
		["n as text", { n_messages: "1" }, "User: e"],
		["newest first", { n_messages: 2, order: "Descending" }, "User: e\nAI: d"],
		["one sender's newest n", { n_messages: 2, sender_type: "Machine" }, "AI: b\nAI: d"],
		["the user's newest n", { n_messages: 2, sender_type: "User" }, "User: c\nUser: e"],
		["another template", { n_messages: 1, template: "<{sender}> {text} {unknown}" }, "<User> e {unknown}"],
		["one context", { context_id: "late" }, "User: e"],
		["n = 0: nothing", { n_messages: 0 }, ""],
	])("%s", async (_what, values, text) => {
		expect(textOf(await ask(values))).toBe(text);
	});

	test("n = 0 asks nothing", async () => {
		const chat = await chatOf("a");
		const source: Chat = { ...chat, newest: () => Promise.reject(new Error("asked")) };
		expect(textOf(await ask({ n_messages: 0 }, { chat, source }))).toBe("");
	});

	test("names the sender as the source does", async () => {
		const chat = await chatOf("a");
		const source: Chat = { ...chat, newest: async (...args) => (await chat.newest(...args)).map((row) => ({ ...row, senderName: "Ada" })) };
		expect(textOf(await ask({}, { chat, source }))).toBe("Ada: a");
	});

	test("what a message holds is never read as template", async () => {
		const chat = await chatOf("$& {text} {sender_name}");
		expect(textOf(await ask({}, { chat }))).toBe("User: $& {text} {sender_name}");
	});

	test("as data", async () => {
		const chat = await chatOf("a");
		const done = await run(flow({}, "dataframe"), { inputValue: "x", sessionId: "s", outputType: "text" }, { chat });
		expect(JSON.parse(textOf(done) ?? "")).toMatchObject([{ id: "row-1", text: "a", sender: "User", sender_name: "User" }]);
	});

	test("without stored messages: nothing, and a warning", async () => {
		const done = await run(flow(), { inputValue: "x", outputType: "text" }, { storeless: true });
		expect(textOf(done)).toBe("");
		expect(warnings(done.events).join()).toContain("memory");
	});
});

test.each<[JsonObject, string]>([
	[{ mode: "Forget" }, "mode"],
	[{ n_messages: -1 }, "n_messages"],
	[{ n_messages: 1.5 }, "n_messages"],
	[{ order: "Sideways" }, "order"],
	[{ summarize_older_messages: true, pinned_keys: ["a", "a"] }, "pinned_keys"],
	[{ summarize_older_messages: "maybe" }, "summarize_older_messages"],
])("%j is refused by node and field", async (values, field) => {
	await expect(ask(values)).rejects.toMatchObject({ code: "invalid-value", nodeId: "memory", nodeType: "Memory", field });
});

describe("with the switch on", () => {
	const view: View = {
		summary: { text: "Here is a summary.", pinned: [] },
		messages: [
			{ id: "1", revision: 0, role: "user", text: "d" },
			{ id: "2", revision: 0, role: "assistant", text: "e" },
		],
		merged: false,
		uncovered: 0,
		backlog: 0,
		absorbedCount: 20,
		state: undefined,
		foldDue: true,
	};

	/** Answers recall with the view and keeps what it was asked. */
	function scripted(answer: View) {
		const asked: { scope: SessionScope; options: TurnOptions | undefined; what: string }[] = [];
		const compressor: Pick<SessionCompressor, "recall" | "fold"> = {
			recall: async (scope, options) => {
				asked.push({ scope, options, what: "recall" });
				return answer;
			},
			fold: async (scope, options) => {
				asked.push({ scope, options, what: "fold" });
				return { outcome: "not-due" };
			},
		};
		return { asked, compressor: compressor as SessionCompressor }; // Message History uses nothing else.
	}
	const values = { summarize_older_messages: true, pinned_keys: ["cluster: where it runs", ""], n_messages: 2, context_id: "c" };

	test("the summary goes first, and a due fold is left for after the run", async () => {
		const { asked, compressor } = scripted(view);
		const done = await ask(values, { compressor });
		expect(textOf(done)).toBe("Here is a summary.\nUser: d\nAI: e");
		const turn = { recentMessages: 2, pinnedKeys: [{ name: "cluster", description: "where it runs" }] };
		const scope = { flowId: "flow-1", userId: "local", sessionId: "s", contextId: "c" };
		expect(asked).toMatchObject([{ what: "recall", scope, options: { ...turn, exclude: "row-6" } }]);
		for (const task of done.afterRun) await task();
		expect(asked[1]).toMatchObject({ what: "fold", scope, options: turn });
	});

	test("newest first still has the summary first; a merged summary is not repeated", async () => {
		expect(textOf(await ask({ ...values, order: "Descending" }, scripted(view)))).toBe("Here is a summary.\nAI: e\nUser: d");
		expect(textOf(await ask(values, scripted({ ...view, merged: true })))).toBe("User: d\nAI: e");
	});

	test("a fold that is not due is not left", async () => {
		expect((await ask(values, scripted({ ...view, foldDue: false }))).afterRun).toEqual([]);
	});

	test("without a session memory: the newest messages and a warning", async () => {
		const done = await ask({ ...values, context_id: "" });
		expect(textOf(done)).toBe("AI: d\nUser: e");
		expect(warnings(done.events).join()).toContain("session memory");
	});
});

test("the editor shows pinned_keys only while the switch is on", () => {
	const update = component("Memory").updateBuildConfig;
	const template: JsonObject = { pinned_keys: { value: ["kept"], show: false } };
	expect(update?.(template, "summarize_older_messages", true)).toEqual({ pinned_keys: { value: ["kept"], show: true } });
	expect(update?.(template, "summarize_older_messages", false)).toEqual(template);
	expect(update?.(template, "n_messages", 3)).toBe(template);
});
