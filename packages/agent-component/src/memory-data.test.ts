import type { MessageSource, SessionMessage } from "@foldback/session-compressor";
import { describe, expect, test } from "vitest";
import { getMemoryData, type MemoryInputs } from "./memory-data.ts";
import { testSession } from "./session.fixture.ts";
import { testContext } from "./test-context.fixture.ts";

const off: MemoryInputs = { nMessages: 4, contextId: "", summarizeOlderMessages: false, pinnedKeys: [] };
const on: MemoryInputs = { ...off, summarizeOlderMessages: true };
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `message ${index + 1}`);

describe("0 messages", () => {
	test.each([off, on])("are no history and no query at all (langflow PR7800: 0 was treated as 100)", async (inputs) => {
		const session = testSession();
		session.say(...numbered(6));
		const { context, events } = testContext(session);
		expect(await getMemoryData({ ...inputs, nMessages: 0 }, context)).toEqual({ messages: [], rows: [] });
		expect(session.queries()).toBe(0);
		expect(events).toEqual([]);
	});
});

describe("switched off", () => {
	test("exactly N messages come back when the input is stored: its row does not use up one of them", async () => {
		const session = testSession();
		session.say(...numbered(9));
		const { messages, rows } = await getMemoryData({ ...off, excludeId: "m9" }, testContext(session).context);
		expect(messages.map(({ type, id, text }) => [type, id, text])).toEqual([
			["human", "m5", "message 5"],
			["ai", "m6", "message 6"],
			["human", "m7", "message 7"],
			["ai", "m8", "message 8"],
		]);
		expect(rows).toEqual([5, 6, 7, 8].map((place) => ({ id: `m${place}`, revision: 0 })));
	});

	test("nothing is left out when the input is no stored message, and only the rows are asked, once", async () => {
		const session = testSession();
		session.say(...numbered(9));
		const { rows } = await getMemoryData(off, testContext(session).context);
		expect(rows.map(({ id }) => id)).toEqual(["m6", "m7", "m8", "m9"]);
		expect(session.queries()).toBe(1);
	});

	test("a Context ID reads its own messages only; without one all of the session", async () => {
		const session = testSession();
		const scope = { flowId: "flow", userId: "user", sessionId: "session" };
		session.log.append({ ...scope, contextId: "a", id: "a1", text: "for a" });
		session.log.append({ ...scope, contextId: "b", id: "b1", text: "for b" });
		const read = async (contextId: string) => (await getMemoryData({ ...off, contextId }, testContext(session).context)).rows.map(({ id }) => id);
		expect([await read("a"), await read("b"), await read("")]).toEqual([["a1"], ["b1"], ["a1", "b1"]]);
	});

	test("rows without text and files are skipped, files are named, and every role but the user's is the model's", async () => {
		const rows: SessionMessage[] = [
			{ id: "1", revision: 2, role: "user", text: " ", files: [] },
			{ id: "2", revision: 3, role: "user", text: "", files: ["uploads/report.pdf"] },
			{ id: "3", revision: 0, role: "tool", text: "result" },
		];
		const source: MessageSource = { newest: async () => rows, after: async () => rows, count: async () => 3 };
		const memory = await getMemoryData(off, testContext({ source }).context);
		expect(memory.messages.map(({ type, text }) => [type, text])).toEqual([
			["human", "[file: report.pdf]"],
			["ai", "result"],
		]);
		expect(memory.rows).toEqual([
			{ id: "2", revision: 3 },
			{ id: "3", revision: 0 },
		]);
	});

	test("without a database there is no history", async () => {
		expect(await getMemoryData(off, testContext().context)).toEqual({ messages: [], rows: [] });
	});
});

describe("switched on", () => {
	test("the summary message goes first, marked and as a user's, then the newest N as they are", async () => {
		const session = testSession();
		session.say(...numbered(12));
		await session.compressor.fold({ flowId: "flow", userId: "user", sessionId: "session", contextId: "" }, { recentMessages: 4 });
		const { context, events } = testContext(session);
		const memory = await getMemoryData({ ...on, pinnedKeys: [{ name: "cluster", description: "" }] }, context);
		const [summary, ...verbatim] = memory.messages;
		expect(summary).toMatchObject({ type: "human", additional_kwargs: { lc_source: "summarization", foldback: "session-memory" } });
		expect(summary?.text).toMatch(/^Here is a summary of the conversation to date:/);
		expect(verbatim.map(({ id }) => id)).toEqual(["m9", "m10", "m11", "m12"]);
		expect(memory.rows.map(({ id }) => id)).toEqual(["m9", "m10", "m11", "m12"]);
		const state = await session.store.load({ flowId: "flow", userId: "user", sessionId: "session", contextId: "" });
		expect(memory.summary).toEqual({ incarnation: state?.incarnation, version: 1, chars: summary?.text.length });
		expect(memory.folding).toEqual({ recentMessages: 4, pinnedKeys: [{ name: "cluster", description: "" }] });
		expect(events.map(({ type }) => type)).toEqual(["recalled"]);
	});

	test("a summary that is merged into a message is not sent a second time", async () => {
		const session = testSession({ summaryPlacement: "merge" });
		session.say(...numbered(12));
		await session.compressor.fold({ flowId: "flow", userId: "user", sessionId: "session", contextId: "" }, { recentMessages: 4 });
		const { messages } = await getMemoryData(on, testContext(session).context);
		expect(messages).toHaveLength(4);
		expect(messages[0]?.text).toMatch(/^Here is a summary.*message 9$/s);
	});

	test("without a compressor the newest N are sent, and a warning says so", async () => {
		const { say, source } = testSession();
		say(...numbered(9));
		const { context, events } = testContext({ source });
		const memory = await getMemoryData(on, context);
		expect(memory.rows.map(({ id }) => id)).toEqual(["m6", "m7", "m8", "m9"]);
		expect(memory.folding).toBeUndefined();
		expect(events).toEqual([{ type: "warning", text: expect.stringContaining("only the newest messages are sent") }]);
	});
});
