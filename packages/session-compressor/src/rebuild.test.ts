import { describe, expect, test } from "vitest";
import { idsFrom, scope, setUp } from "./set-up.fixture.ts";
import { createHeld } from "./testing.ts";

describe("rebuild", () => {
	test("folds again from the rows, under a new incarnation", async () => {
		const { compressor, say, model, store } = setUp();
		say(14);
		await compressor.fold(scope);
		const before = await store.load(scope);
		expect(await compressor.rebuild(scope)).toMatchObject({ outcome: "saved", folds: 2, state: { absorbedCount: 10, summary: before?.summary } });
		expect((await store.load(scope))?.incarnation).not.toBe(before?.incarnation);
		expect(model.batches.slice(2).flat()).toEqual(idsFrom(1, 10));
	});

	test("of a scope without memory just folds", async () => {
		const { compressor, say } = setUp();
		expect(await compressor.rebuild(scope)).toEqual({ outcome: "not-due" });
		say(8);
		expect(await compressor.rebuild(scope)).toMatchObject({ outcome: "saved", folds: 1 });
	});

	test("brings back what was lost of the state", async () => {
		const { compressor, say, store } = setUp();
		say(8);
		const { state } = await compressor.recall(scope);
		await store.delete(scope);
		expect(await compressor.rebuild(scope)).toMatchObject({ state: { summary: state?.summary, absorbedCount: 4 } });
	});

	test("that has too little to fold says that it forgot", async () => {
		const { compressor, say, log, store } = setUp();
		say(8);
		await compressor.recall(scope);
		const wide = { recentMessages: 8 };
		expect(await compressor.rebuild(scope, wide)).toMatchObject({ outcome: "saved", folds: 0, state: { absorbedCount: 0, summary: "" } });
		expect((await store.load(scope))?.cursor).toBeUndefined();
		expect(log.rows(scope)).toHaveLength(8);
	});

	test("waits for a fold under way, and is joined by a second one", async () => {
		const { compressor, say, model } = setUp();
		say(8);
		const hold = createHeld();
		model.next({ hold });
		const folded = compressor.fold(scope);
		await hold.reached;
		const both = Promise.all([compressor.rebuild(scope), compressor.rebuild(scope)]);
		hold.release();
		expect(await folded).toMatchObject({ outcome: "saved" });
		const [first, second] = await both;
		expect(second).toBe(first);
		expect(model.requests).toHaveLength(2);
	});

	test("loses against a save that comes in between", async () => {
		const { another, store, say } = setUp();
		say(8);
		await another().recall(scope);
		const racing = another({ store: { ...store, save: async () => ({ saved: false, reason: "conflict" }) } });
		expect(await racing.rebuild(scope)).toEqual({ outcome: "lost", state: await store.load(scope) });
	});

	test("that cannot be saved changes nothing", async () => {
		const { another, store, say, eventTypes } = setUp();
		say(8);
		await another().recall(scope);
		const before = await store.load(scope);
		const failing = another({ store: { ...store, save: () => Promise.reject(new Error("Disk full.")) } });
		expect(await failing.rebuild(scope)).toMatchObject({ outcome: "failed", code: "server-error" });
		expect(await store.load(scope)).toEqual(before);
		expect(eventTypes().at(-1)).toBe("store-failed");
	});
});

describe("status", () => {
	test("tells counts and places, and folds nothing", async () => {
		const { compressor, say, model } = setUp({ countTokens: (text) => text.length, pinnedKeys: [{ name: "city", description: "" }] });
		say(8);
		await compressor.recall(scope);
		say(20);
		const status = await compressor.status(scope);
		expect(status).toMatchObject({ absorbedCount: 4, backlog: 20, recentWindow: 4, uncovered: 14, foldDue: true, cursor: { id: "m4" }, keysNotAsked: [] });
		expect(status.verbatimTokens).toBe("message 19".length * 10);
		expect(status.summaryTokens).toBe((await compressor.recall(scope, { signal: AbortSignal.abort() })).summary?.text.length);
		expect(model.requests).toHaveLength(1);
	});

	test("of a scope without rows is empty", async () => {
		const { compressor } = setUp();
		expect(await compressor.status(scope)).toEqual({
			state: undefined,
			absorbedCount: 0,
			backlog: 0,
			recentWindow: 0,
			uncovered: 0,
			cursor: undefined,
			foldDue: false,
			summaryTokens: 0,
			verbatimTokens: 0,
			keysNotAsked: [],
		});
	});

	test("counts the summary once when it is merged into a message", async () => {
		const { another, say } = setUp({ countTokens: (text) => text.length });
		say(8);
		await another().recall(scope);
		const merged = await another({ summaryPlacement: "merge" }).status(scope);
		expect(merged).toEqual(await another().status(scope));
	});
});
