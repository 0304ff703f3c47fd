import { emptyDraft, type FailedFold, maxJournalSnapshots } from "@foldback/session-compressor";
import { describe, expect, it } from "vitest";
import { fold, openBench, prepareFold } from "./store.fixture.ts";

const attempt: FailedFold = {
	outcome: "failed",
	code: "rate-limited",
	after: undefined,
	through: { timestampMs: 1, id: "x" },
	messageCount: 3,
	promptChars: 9,
	model: "test",
	durationMs: 4,
};

describe("save", () => {
	it("gives back exactly what was saved, after reopening too", async () => {
		const { store, scope, say, openSecond, clock } = await openBench();
		await say("1");
		const draft = {
			...emptyDraft,
			summary: `${"long ".repeat(200_000)}🙂 \u0000 end`,
			pinned: { ["__proto__"]: "a", constructor: "b", "": "c", "🙂 \u0000": "\ud800", 'quote"': "d" },
			overrides: { cluster: "EU" },
			knownKeys: [
				{ name: "cluster", description: "where it runs", notAskedThrough: { timestampMs: 1, id: "x" } },
				{ name: "b", description: "" },
			],
			absorbedDigest: "abc",
		};
		const result = await store.memory.save(scope, draft, { expected: "absent" });
		expect(result).toMatchObject({ saved: true, state: { ...draft, version: 1, createdAtMs: clock.nowMs, updatedAtMs: clock.nowMs } });
		const second = await openSecond();
		expect(await second.memory.load(scope)).toStrictEqual(result.saved ? result.state : undefined);
		expect(await second.memory.load({ ...scope, contextId: "side" })).toBeUndefined();
		expect(await second.memory.load({ ...scope, userId: "bob" })).toBeUndefined();
	});

	it("has one winner of two connections that expect the same", async () => {
		const { store, scope, say, openSecond } = await openBench();
		const second = await openSecond();
		for (const text of ["1", "2", "3", "4"]) await say(text);
		for (let round = 1; round <= 4; round++) {
			const folds = [await prepareFold(store, scope, 1), await prepareFold(second, scope, 1)];
			const results = await Promise.all(folds.map(({ save }) => save()));
			expect(results.filter((result) => result.saved)).toHaveLength(1);
			expect(results).toContainEqual({ saved: false, reason: "conflict" });
			expect(await store.memory.load(scope)).toMatchObject({ version: round, absorbedCount: round });
		}
		expect(await store.memory.journal?.list(scope)).toHaveLength(4);
	});

	it("refuses a fold that expects version 1 of an earlier incarnation", async () => {
		const { store, scope, say, openSecond } = await openBench();
		const ids: string[] = [];
		for (let number = 1; number <= 40; number++) ids.push((await say(`${number}`)).id);
		await fold(store, scope, 20);
		const underWay = await prepareFold(store, scope, 20);
		await store.messages.update("ann", ids[4] ?? "", { text: "changed" });
		expect(await fold(await openSecond(), scope, 20)).toMatchObject({ saved: true, state: { version: 1 } });
		expect(await underWay.save()).toEqual({ saved: false, reason: "conflict" });
		expect((await store.memory.load(scope))?.summary).not.toContain(`${ids[4]}@0`);
	});

	it("refuses a batch that is no longer its range: a row more, a row less, a changed row", async () => {
		const { store, scope, say, clock } = await openBench();
		const [first] = [await say("1"), await say("2", { timestampMs: clock.nowMs + 100 })];
		const prepared = async () => (await prepareFold(store, scope, 2)).save;
		const more = await prepared();
		const between = await say("between", { timestampMs: clock.nowMs + 50 });
		expect(await more()).toEqual({ saved: false, reason: "stale-history" });
		const less = await prepared();
		await store.messages.delete("ann", [between.id]);
		expect(await less()).toEqual({ saved: false, reason: "stale-history" });
		const changed = await prepared();
		await store.messages.update("ann", first.id, { text: "changed" });
		expect(await changed()).toEqual({ saved: false, reason: "stale-history" });
		const fresh = await prepared();
		await say("an error between", { timestampMs: clock.nowMs + 50, error: true });
		expect(await fresh()).toMatchObject({ saved: true });
	});

	it("writes nothing for a scope without rows", async () => {
		const { store, scope, side, say } = await openBench();
		await say("1");
		const draft = { ...emptyDraft, overrides: { a: "b" } };
		expect(await store.memory.save(side, draft, { expected: "absent" })).toEqual({ saved: false, reason: "no-rows" });
		await store.memory.journal?.append(side, attempt);
		expect(await store.memory.journal?.list(side)).toEqual([]);
		await say("only an error", { contextId: "side", error: true });
		expect(await store.memory.save(side, draft, { expected: "absent" })).toMatchObject({ saved: true });
		expect(await store.memory.load(scope)).toBeUndefined();
	});

	it("takes a draft without a cursor for a rebuild: new incarnation, version 1, no snapshot left", async () => {
		const { store, scope, say } = await openBench();
		await say("1");
		await fold(store, scope, 1);
		await store.memory.journal?.append(scope, attempt);
		const state = await store.memory.load(scope);
		if (!state) throw new Error("no state");
		const rebuilt = await store.memory.save(scope, { ...emptyDraft, overrides: { a: "b" } }, { expected: state });
		expect(rebuilt).toMatchObject({ saved: true, state: { version: 1, cursor: undefined, overrides: { a: "b" } } });
		expect(rebuilt.saved && rebuilt.state.incarnation).not.toBe(state.incarnation);
		expect((await store.memory.journal?.list(scope))?.map((record) => record.outcome)).toEqual(["failed"]);
	});

	it("throws for mixed-up parts and changes nothing", async () => {
		const { store, scope, say } = await openBench();
		await say("1");
		const { save } = await prepareFold(store, scope, 1);
		await expect(save({ batch: { after: undefined, through: { timestampMs: 1, id: "x" }, rows: [] } })).rejects.toThrow("is not the end of its batch");
		expect(await store.memory.load(scope)).toBeUndefined();
		await say("2");
		await fold(store, scope, 1);
		const state = await store.memory.load(scope);
		if (!state) throw new Error("no state");
		await expect(save({ expected: state })).rejects.toThrow("The batch starts after undefined and the state ends at");
		expect(await store.memory.load(scope)).toStrictEqual(state);
	});
});

describe("delete", () => {
	it("removes state and journal of exactly this scope", async () => {
		const { store, scope, side, say } = await openBench();
		await say("1", { contextId: "side" });
		for (const each of [scope, side]) await fold(store, each, 1);
		expect(await store.memory.delete(side)).toBe(true);
		expect(await store.memory.delete(side)).toBe(false);
		expect(await store.memory.journal?.list(side)).toEqual([]);
		expect(await store.memory.load(scope)).toMatchObject({ absorbedCount: 1 });
	});
});

describe("the journal", () => {
	it("gives attempts and saved folds newest first, as they were", async () => {
		const { store, scope, say, clock } = await openBench();
		await say("1");
		const usage = { inputTokens: 0 };
		await store.memory.journal?.append(scope, { ...attempt, usage });
		await fold(store, scope, 1);
		const state = await store.memory.load(scope);
		const [saved, failed] = (await store.memory.journal?.list(scope)) ?? [];
		expect(failed).toStrictEqual({ ...attempt, usage, id: expect.any(String), atMs: clock.nowMs });
		const { summary, pinned, cursor, absorbedCount, summaryModel } = state ?? emptyDraft;
		expect(saved).toMatchObject({ outcome: "saved", after: undefined, through: cursor });
		expect(saved?.snapshot).toStrictEqual({ summary, pinned, cursor, absorbedCount, summaryModel });
		expect((saved?.id ?? "") > (failed?.id ?? "")).toBe(true);
		expect(await store.memory.journal?.list(scope, { limit: 1 })).toHaveLength(1);
	});

	it("keeps the newest snapshots and the newest attempts, counted apart", async () => {
		const { store, scope, say } = await openBench();
		const many = maxJournalSnapshots + 5;
		for (let number = 0; number < many; number++) await say(`${number}`);
		for (let number = 0; number < many; number++) {
			await fold(store, scope, 1);
			await store.memory.journal?.append(scope, { ...attempt, messageCount: number });
		}
		const records = (await store.memory.journal?.list(scope, { limit: 1_000 })) ?? [];
		const newest = Array.from({ length: maxJournalSnapshots }, (_, index) => many - index);
		expect(records.flatMap((record) => record.snapshot?.absorbedCount ?? [])).toEqual(newest);
		expect(records.filter((record) => !record.snapshot).map((record) => record.messageCount + 1)).toEqual(newest);
	});
});
