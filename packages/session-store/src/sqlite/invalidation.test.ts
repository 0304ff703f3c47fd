import { emptyDraft } from "@foldback/session-compressor";
import { describe, expect, it } from "vitest";
import type { MessagePatch, NewMessage } from "../session-store.ts";
import { absorbed, type Bench, fold, openBench, prepareFold } from "./store.fixture.ts";

/** Ten rows, folded as 1–3, 4–6 and 7–9 in the scope of the session. */
async function foldedBench(): Promise<Bench & { readonly ids: readonly string[] }> {
	const bench = await openBench();
	const ids: string[] = [];
	for (let number = 1; number <= 10; number++) {
		bench.clock.nowMs += 100;
		ids.push((await bench.say(`message ${number}`)).id);
	}
	for (let folds = 0; folds < 3; folds++) expect(await fold(bench.store, bench.scope, 3)).toMatchObject({ saved: true });
	return { ...bench, ids };
}

async function snapshotCounts({ store, scope }: Bench) {
	const records = await store.memory.journal?.list(scope);
	return records?.map((record) => record.snapshot?.absorbedCount);
}

describe("a write at or below the cursor", () => {
	const patches: readonly [string, MessagePatch][] = [
		["its text", { text: "changed" }],
		["its text to nothing", { text: " " }],
		["its error flag", { error: true }],
		["its context", { contextId: "side" }],
		["its files", { files: ["a.png"] }],
	];

	it.each(patches)("goes back to the newest snapshot wholly before a row that changed %s", async (_, patch) => {
		const bench = await foldedBench();
		const before = await bench.store.memory.load(bench.scope);
		await bench.store.messages.update("ann", bench.ids[4] ?? "", patch);
		const after = await bench.store.memory.load(bench.scope);
		const kept = bench.ids.slice(0, 3).map((id) => absorbed({ id, revision: 0 }));
		expect(after).toMatchObject({ absorbedCount: 3, version: 1, summary: kept.join("\n"), cursor: { id: bench.ids[2] } });
		expect(after?.incarnation).not.toBe(before?.incarnation);
		expect(await snapshotCounts(bench)).toEqual([3]);
	});

	it("goes back likewise for a deleted row, and at the cursor itself", async () => {
		const bench = await foldedBench();
		await bench.store.messages.delete("ann", [bench.ids[8] ?? ""]);
		expect(await bench.store.memory.load(bench.scope)).toMatchObject({ absorbedCount: 6, cursor: { id: bench.ids[5] } });
		expect(await snapshotCounts(bench)).toEqual([6, 3]);
	});

	it("goes back for a late row, to the snapshot before its time", async () => {
		const bench = await foldedBench();
		const fourth = await bench.store.messages.get("ann", bench.ids[3] ?? "");
		await bench.say("late", { timestampMs: (fourth?.timestampMs ?? 0) + 1 });
		expect(await bench.store.memory.load(bench.scope)).toMatchObject({ absorbedCount: 3 });
	});

	it("goes back for a late row with the cursor's own time and a smaller id, but not for a larger one", async () => {
		const bench = await foldedBench();
		const ninth = await bench.store.messages.get("ann", bench.ids[8] ?? "");
		await bench.say("after it", { timestampMs: ninth?.timestampMs ?? 0, id: `${ninth?.id}0` });
		expect(await bench.store.memory.load(bench.scope)).toMatchObject({ absorbedCount: 9, version: 3 });
		await bench.say("before it", { timestampMs: ninth?.timestampMs ?? 0, id: "0" });
		expect(await bench.store.memory.load(bench.scope)).toMatchObject({ absorbedCount: 6, version: 1 });
	});

	it("deletes a state that has neither a snapshot before the row nor overrides", async () => {
		const bench = await foldedBench();
		await bench.store.messages.update("ann", bench.ids[0] ?? "", { text: "changed" });
		expect(await bench.store.memory.load(bench.scope)).toBeUndefined();
		expect(bench.sql("SELECT * FROM session_memory_state")).toEqual([]);
		expect(await snapshotCounts(bench)).toEqual([]);
	});

	it("keeps overrides and the creation time", async () => {
		const bench = await foldedBench();
		const { store, scope } = bench;
		const state = await store.memory.load(scope);
		if (!state) throw new Error("no state");
		await store.memory.save(scope, { ...state, overrides: { cluster: "EU" } }, { expected: state });
		await store.messages.delete("ann", [bench.ids[0] ?? ""]);
		expect(await store.memory.load(scope)).toMatchObject({
			overrides: { cluster: "EU" },
			summary: "",
			cursor: undefined,
			absorbedCount: 0,
			createdAtMs: state.createdAtMs,
		});
	});

	it("rewinds the row's own context as well, and no other", async () => {
		const { store, scope, side, say } = await openBench();
		const other = { ...scope, contextId: "other" };
		const first = await say("1", { contextId: "side" });
		await say("2", { contextId: "other" });
		for (const each of [scope, side, other]) await fold(store, each, 5);
		await store.messages.update("ann", first.id, { text: "changed" });
		expect(await Promise.all([scope, side, other].map((each) => store.memory.load(each)))).toMatchObject([undefined, undefined, { absorbedCount: 1 }]);
	});

	it("rewinds the context that a row comes into", async () => {
		const { store, scope, side, say } = await openBench();
		const early = await say("no context");
		await say("side", { contextId: "side" });
		await fold(store, side, 5);
		await store.messages.update("ann", early.id, { contextId: "side" });
		expect(await store.memory.load(side)).toBeUndefined();
		expect((await store.source.after(side, undefined, 5)).map((row) => row.text)).toEqual(["no context", "side"]);
		expect(await store.memory.load(scope)).toBeUndefined();
	});
});

describe("a row that becomes one a model sees", () => {
	it.each<[string, Partial<NewMessage>, MessagePatch]>([
		["an error that was none", { error: true }, { error: false }],
		["a blank one that got text", { text: " " }, { text: "now" }],
		["a blank one that got files", { text: " " }, { files: ["a.png"] }],
	])("rewinds: %s", async (_, before, patch) => {
		const bench = await foldedBench();
		const fifth = await bench.store.messages.get("ann", bench.ids[4] ?? "");
		const row = await bench.say("unseen", { ...before, timestampMs: (fifth?.timestampMs ?? 0) + 1 });
		expect(await bench.store.memory.load(bench.scope)).toMatchObject({ absorbedCount: 9 });
		await bench.store.messages.update("ann", row.id, patch);
		expect(await bench.store.memory.load(bench.scope)).toMatchObject({ absorbedCount: 3 });
	});
});

describe("a write that no memory has absorbed", () => {
	it("leaves state and journal alone: newest rows, and rows that no model sees", async () => {
		const bench = await foldedBench();
		const state = await bench.store.memory.load(bench.scope);
		await bench.say("newest");
		await bench.store.messages.update("ann", bench.ids[9] ?? "", { text: "changed" });
		const error = await bench.say("an error", { error: true, timestampMs: 5 });
		await bench.store.messages.update("ann", error.id, { text: "another error" });
		await bench.store.messages.delete("ann", [error.id]);
		expect(await bench.store.memory.load(bench.scope)).toStrictEqual(state);
		expect(await snapshotCounts(bench)).toEqual([9, 6, 3]);
	});

	it("does not even read state or journal for a newest row", async () => {
		const bench = await foldedBench();
		bench.sql("UPDATE session_memory_state SET pinned = 'no JSON'");
		bench.sql("UPDATE session_memory_fold SET snapshot = 'no JSON'");
		await bench.say("newest");
		await expect(bench.say("late", { timestampMs: 5 })).rejects.toThrow("does not hold valid JSON");
	});

	it("makes a fold under way stale when it changed the fold's batch", async () => {
		const bench = await foldedBench();
		const underWay = await prepareFold(bench.store, bench.scope, 1);
		await bench.store.messages.update("ann", bench.ids[9] ?? "", { text: "changed" });
		expect(await underWay.save()).toEqual({ saved: false, reason: "stale-history" });
		expect(await bench.store.memory.load(bench.scope)).toMatchObject({ absorbedCount: 9 });
	});
});

describe("the last row", () => {
	it("takes the memory of its scope along, overrides included", async () => {
		const { store, scope, side, say, sql } = await openBench();
		const sideRow = await say("1", { contextId: "side" });
		const row = await say("2");
		for (const each of [scope, side]) {
			await fold(store, each, 5);
			const state = await store.memory.load(each);
			if (state) await store.memory.save(each, { ...state, overrides: { a: "b" } }, { expected: state });
		}
		await store.messages.delete("ann", [sideRow.id]);
		expect(await store.memory.load(side)).toBeUndefined();
		expect(await store.memory.load(scope)).toMatchObject({ overrides: { a: "b" } });
		await store.messages.delete("ann", [row.id]);
		expect(sql("SELECT session_id FROM session_memory_state UNION ALL SELECT session_id FROM session_memory_fold")).toEqual([]);
	});

	it("does so too when it only moves to another context", async () => {
		const { store, side, say } = await openBench();
		const row = await say("1", { contextId: "side" });
		await store.memory.save(side, { ...emptyDraft, overrides: { a: "b" } }, { expected: "absent" });
		await store.messages.update("ann", row.id, { contextId: "other" });
		expect(await store.memory.load(side)).toBeUndefined();
	});
});
