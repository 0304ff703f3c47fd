import { describe, expect, it } from "vitest";
import { openBench, stored } from "./store.fixture.ts";

describe("append", () => {
	it("gives strictly rising times across all contexts of a session while the clock stands still", async () => {
		const { say, clock } = await openBench();
		const times = [await say("a"), await say("b", { contextId: "side" }), await say("c", { error: true }), await say("d")].map((row) => row.timestampMs);
		expect(times).toEqual([0, 1, 2, 3].map((after) => clock.nowMs + after));
	});

	it("follows the clock, and an imported row that lies ahead of it", async () => {
		const { say, clock } = await openBench();
		const imported = await say("later", { timestampMs: clock.nowMs + 5_000, id: "imported" });
		expect(imported).toMatchObject({ timestampMs: clock.nowMs + 5_000, id: "imported" });
		expect((await say("next")).timestampMs).toBe(clock.nowMs + 5_001);
		clock.nowMs += 60_000;
		expect((await say("now")).timestampMs).toBe(clock.nowMs);
	});

	it("gives UUIDv7 ids, and a new one when the wanted id is in use", async () => {
		const { say } = await openBench();
		const first = await say("a");
		expect(first.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/);
		const second = await say("b", { id: first.id });
		expect(second.id).not.toBe(first.id);
	});

	it("stores every character and value", async () => {
		const { say, store } = await openBench();
		const text = `nul \u0000, quotes '"\`, emoji 👩‍👩‍👧, \u2028 ${"x".repeat(1_000_000)}`;
		const row = await say(text, { senderName: "O'Brien \u0000", sessionId: "a#b:c/d 'e' \u0000 🙂", properties: { ["__proto__"]: { "a.b": [null] } } });
		expect(await store.messages.get("ann", row.id)).toStrictEqual(row);
		expect(row.text).toBe(text);
		expect(await store.messages.sessions("ann")).toEqual(["a#b:c/d 'e' \u0000 🙂"]);
	});

	it("stores nothing for a flow that is gone or somebody else's", async () => {
		const { store, flowId } = await openBench();
		const message = { flowId, userId: "bob", sessionId: "chat", sender: "User", text: "hi" } as const;
		expect(await store.messages.append(message)).toEqual({ stored: false, reason: "flow-gone" });
		expect(await store.flows.delete("ann", flowId)).toBe(true);
		expect(await store.messages.append({ ...message, userId: "ann" })).toEqual({ stored: false, reason: "flow-gone" });
	});

	it("refuses an impossible time and names the file", async () => {
		const { say, path } = await openBench();
		await expect(say("a", { timestampMs: 0.5 })).rejects.toThrow(`${path}: The message time 0.5`);
	});
});

describe("append with answers", () => {
	const answer = { userId: "ann", sessionId: "chat", sender: "Machine", text: "42" } as const;

	it("discards the answer to a deleted row", async () => {
		const { store, say, flowId } = await openBench();
		const input = await say("question");
		await store.messages.delete("ann", [input.id]);
		expect(await store.messages.append({ flowId, ...answer }, { answers: input.id })).toEqual({ stored: false, reason: "input-gone" });
		expect(await store.messages.list("ann", {})).toEqual([]);
	});

	it("stores it where its input is now", async () => {
		const { store, say, flowId, clock } = await openBench();
		const input = await say("question");
		await store.messages.renameSession("ann", "chat", "renamed");
		const result = await store.messages.append({ flowId, ...answer }, { answers: input.id });
		expect(result).toMatchObject({ stored: true, message: { sessionId: "renamed", timestampMs: clock.nowMs + 1 } });
		expect(await store.messages.sessions("ann")).toEqual(["renamed"]);
	});

	it("takes no other user's or flow's row for the input", async () => {
		const { store, say, flowId } = await openBench();
		const other = await store.flows.create({ userId: "ann", name: "Other", endpointName: null, document: {} });
		const input = await say("question");
		const result = await store.messages.append({ ...answer, flowId: other?.id ?? "" }, { answers: input.id });
		expect(result).toEqual({ stored: false, reason: "input-gone" });
		expect(await store.messages.append({ ...answer, flowId }, { answers: "unknown" })).toEqual({ stored: false, reason: "input-gone" });
	});
});

describe("update and delete", () => {
	it("changes and counts revisions, and writes nothing for a patch that changes nothing", async () => {
		const { store, say, sql } = await openBench();
		const row = await say("first", { properties: { a: 1 } });
		expect(await store.messages.update("ann", row.id, { text: "first", properties: { a: 1 } })).toStrictEqual(row);
		const changed = { ...row, text: "second", senderName: "Ann", edit: true, revision: 1 };
		expect(await store.messages.update("ann", row.id, { text: "second", senderName: "Ann" })).toStrictEqual(changed);
		expect(await store.messages.get("ann", row.id)).toStrictEqual(changed);
		await store.messages.update("ann", row.id, { text: "\u3000" });
		expect(sql("SELECT eligible, revision FROM message")).toEqual([{ eligible: 0, revision: 2 }]);
	});

	it("does nothing to rows of others", async () => {
		const { store, say } = await openBench();
		const row = await say("mine");
		expect(await store.messages.get("bob", row.id)).toBeUndefined();
		expect(await store.messages.update("bob", row.id, { text: "stolen" })).toBeUndefined();
		expect(await store.messages.delete("bob", [row.id])).toBe(0);
		expect(await store.messages.list("bob", {})).toEqual([]);
		expect(await store.messages.delete("ann", [row.id, row.id, "unknown"])).toBe(1);
	});
});

describe("list", () => {
	it("filters, orders and pages", async () => {
		const { store, say, flowId } = await openBench();
		const rows = [await say("1"), await say("2", { sender: "Machine", contextId: "side" }), await say("3", { sessionId: "other" }), await say("4")];
		const texts = async (filter: Parameters<typeof store.messages.list>[1]) => (await store.messages.list("ann", filter)).map((row) => row.text);
		expect(await texts({ flowId, sessionId: "chat" })).toEqual(["1", "2", "4"]);
		expect(await texts({ sessionId: "chat", order: "descending" })).toEqual(["4", "2", "1"]);
		expect(await texts({ contextId: "side" })).toEqual(["2"]);
		expect(await texts({ sender: "Machine" })).toEqual(["2"]);
		expect(await texts({ senderName: "AI" })).toEqual(["2"]);
		expect(await texts({ flowId: "unknown" })).toEqual([]);
		expect(await texts({ sessionId: "chat", limit: 2 })).toEqual(["1", "2"]);
		const [first, second] = rows;
		if (!first || !second) throw new Error("no rows");
		expect(await texts({ sessionId: "chat", after: first })).toEqual(["2", "4"]);
		expect(await texts({ sessionId: "chat", after: second, order: "descending" })).toEqual(["1"]);
	});

	it("orders rows of one millisecond by id", async () => {
		const { store, flowId } = await openBench();
		for (const id of ["b", "a", "c"]) await stored(store, { flowId, userId: "ann", sessionId: "chat", sender: "User", text: id, id, timestampMs: 7 });
		expect((await store.messages.list("ann", { after: { timestampMs: 7, id: "a" } })).map((row) => row.id)).toEqual(["b", "c"]);
	});
});
