import { describe, expect, it } from "vitest";
import { type Bench, fold, openBench, prepareFold, stored } from "./store.fixture.ts";

async function override({ store }: Bench, scope: Bench["scope"]): Promise<void> {
	const state = await store.memory.load(scope);
	if (!state) throw new Error("no state");
	await store.memory.save(scope, { ...state, overrides: { cluster: "EU" } }, { expected: state });
}

describe("sessions", () => {
	it("lists names by newest activity, one entry for equal names of several flows", async () => {
		const { store, say, clock } = await openBench();
		const other = await store.flows.create({ userId: "ann", name: "Other", endpointName: null, document: {} });
		for (const sessionId of ["b", "a", "", "c"]) {
			clock.nowMs += 10;
			await say("hi", { sessionId });
		}
		await say("failed", { sessionId: "b", error: true, timestampMs: clock.nowMs + 5 });
		await stored(store, { flowId: other?.id ?? "", userId: "ann", sessionId: "a", sender: "User", text: "hi", timestampMs: clock.nowMs + 9 });
		expect(await store.messages.sessions("ann")).toEqual(["a", "b", "c", ""]);
		expect(await store.messages.sessions("ann", { flowId: other?.id ?? "" })).toEqual(["a"]);
		expect(await store.messages.sessions("ann", { limit: 2 })).toEqual(["a", "b"]);
		expect(await store.messages.sessions("bob")).toEqual([]);
		expect(await store.messages.sessions("bob", { flowId: other?.id ?? "" })).toEqual([]);
	});
});

describe("renameSession", () => {
	it("moves rows, states, overrides and journal, under new incarnations", async () => {
		const bench = await openBench();
		const { store, scope, side, say } = bench;
		for (const text of ["1", "2", "3"]) await say(text, { contextId: "side" });
		for (const each of [scope, side]) await fold(store, each, 2);
		await override(bench, side);
		const before = await store.memory.load(side);
		const rows = await store.messages.renameSession("ann", "chat", "new");
		expect(rows.map((row) => [row.text, row.sessionId, row.revision])).toEqual([1, 2, 3].map((text) => [`${text}`, "new", 0]));
		const after = await store.memory.load({ ...side, sessionId: "new" });
		expect(after).toMatchObject({ ...before, incarnation: expect.not.stringMatching(before?.incarnation ?? ""), version: 1 });
		expect(await store.memory.load({ ...scope, sessionId: "new" })).toMatchObject({ absorbedCount: 2 });
		expect(await store.memory.journal?.list({ ...side, sessionId: "new" })).toHaveLength(1);
		expect(await store.memory.load(side)).toBeUndefined();
		expect(await store.memory.journal?.list(side)).toEqual([]);
		expect(await store.messages.sessions("ann")).toEqual(["new"]);
	});

	it("gives the oldest rows back and not all that it renamed", async () => {
		const { store, say } = await openBench();
		for (const text of ["1", "2", "3"]) await say(text);
		const other = (await store.flows.create({ userId: "ann", name: "Other", endpointName: null, document: {} }))?.id ?? "";
		for (const text of ["4", "5"]) await stored(store, { flowId: other, userId: "ann", sessionId: "chat", sender: "User", text });
		for (const [from, to, limit, told] of [
			["chat", "new", 2, 2],
			["new", "newer", 4, 4],
			["newer", "newest", undefined, 5],
		] as const) {
			expect(await store.messages.renameSession("ann", from, to, limit === undefined ? {} : { limit })).toHaveLength(told);
			expect(await store.messages.list("ann", { sessionId: to })).toHaveLength(5);
			expect(await store.messages.sessions("ann")).toEqual([to]);
		}
	});

	it("onto an existing name merges rows, and all contexts of both names lose their memory", async () => {
		const bench = await openBench();
		const { store, scope, side, say, sql } = bench;
		for (const sessionId of ["chat", "old", "chat"]) await say(sessionId, { sessionId, contextId: "side" });
		for (const sessionId of ["chat", "old"]) {
			for (const each of [scope, side]) await fold(store, { ...each, sessionId }, 1);
		}
		await override(bench, side);
		const renamed = await store.messages.renameSession("ann", "chat", "old");
		expect(renamed).toHaveLength(2);
		expect(sql("SELECT session_id FROM session_memory_state UNION ALL SELECT session_id FROM session_memory_fold")).toEqual([]);
		expect((await store.source.after({ ...side, sessionId: "old" }, undefined, 9)).map((row) => row.text)).toHaveLength(3);
	});

	it("makes every fold under way fail, in the session that moves and in the one that gains rows", async () => {
		const { store, scope, say } = await openBench();
		for (const sessionId of ["chat", "old", "chat", "old"]) await say(sessionId, { sessionId });
		await fold(store, scope, 1);
		const moving = await prepareFold(store, scope, 1);
		const gaining = await prepareFold(store, { ...scope, sessionId: "old" }, 2);
		await store.messages.renameSession("ann", "chat", "old");
		expect(await moving.save()).toEqual({ saved: false, reason: "conflict" });
		expect(await gaining.save()).toEqual({ saved: false, reason: "stale-history" });
	});

	it("to the same name, of nothing, or of another user's session changes nothing", async () => {
		const { store, scope, say } = await openBench();
		await say("1");
		await fold(store, scope, 1);
		const state = await store.memory.load(scope);
		expect(await store.messages.renameSession("ann", "chat", "chat")).toHaveLength(1);
		expect(await store.messages.renameSession("ann", "nothing", "chat")).toEqual([]);
		expect(await store.messages.renameSession("bob", "chat", "stolen")).toEqual([]);
		expect(await store.messages.renameSession("ann", "chat", "x", { flowId: "another" })).toEqual([]);
		expect(await store.memory.load(scope)).toStrictEqual(state);
	});
});

describe("deleteSessions", () => {
	it("removes rows, states and journal in all flows, or in the named one", async () => {
		const { store, scope, flowId, say, sql } = await openBench();
		const other = await store.flows.create({ userId: "ann", name: "Other", endpointName: null, document: {} });
		const otherFlow = other?.id ?? "";
		for (const id of [flowId, otherFlow]) {
			for (const text of ["1", "2"]) await say(text, { flowId: id });
			await fold(store, { ...scope, flowId: id }, 1);
		}
		await say("kept", { sessionId: "kept" });
		expect(await store.messages.deleteSessions("bob", ["chat", "kept"])).toBe(0);
		expect(await store.messages.deleteSessions("ann", ["chat"], { flowId: otherFlow })).toBe(2);
		expect(await store.memory.load(scope)).toMatchObject({ absorbedCount: 1 });
		expect(await store.messages.deleteSessions("ann", ["chat", "unknown", ...Array.from({ length: 2_000 }, (_, index) => `s${index}`)])).toBe(2);
		expect(sql("SELECT session_id FROM session_memory_state UNION ALL SELECT session_id FROM session_memory_fold")).toEqual([]);
		expect(await store.messages.sessions("ann")).toEqual(["kept"]);
	});

	it("lets a new session under an old name start empty, whatever fold of the old one ends later", async () => {
		const { store, scope, say } = await openBench();
		await say("old");
		const underWay = await prepareFold(store, scope, 1);
		await store.messages.deleteSessions("ann", ["chat"]);
		expect(await underWay.save()).toEqual({ saved: false, reason: "no-rows" });
		await say("new");
		expect(await underWay.save()).toEqual({ saved: false, reason: "stale-history" });
		expect(await store.memory.load(scope)).toBeUndefined();
	});

	it("does so as well when somebody deleted the rows and left the memory", async () => {
		const { store, scope, say, sql } = await openBench();
		await say("old");
		await fold(store, scope, 1);
		sql("DELETE FROM message");
		expect(await store.memory.load(scope)).toBeDefined();
		await say("new");
		expect(await store.memory.load(scope)).toBeUndefined();
		expect(await store.memory.journal?.list(scope)).toEqual([]);
	});
});
