import { describe, expect, test } from "vitest";
import { idsFrom, idsOf, scope, setUp } from "./set-up.fixture.ts";
import type { Summarizer } from "./summarizer.ts";
import { createHeld, type ScriptedStep } from "./testing.ts";

const failures: readonly (readonly [string, ScriptedStep, string])[] = [
	["429 (langchain#38867)", { fail: "rate-limited" }, "rate-limited"],
	["500 (smart-second-brain#435)", { fail: "server-error" }, "server-error"],
	["401", { fail: "unauthorized" }, "unauthorized"],
	["an unknown error", { throws: new Error("socket hang up") }, "network"],
	["a thrown string", { throws: "no" }, "network"],
	["a context overflow", { fail: "context-overflow" }, "context-overflow"],
	["an empty reply (freebuff#1166)", { reply: "" }, "empty-reply"],
	["blanks", { reply: " \n " }, "empty-reply"],
	["an empty summary", { reply: '{"pinned":{},"summary":"  "}' }, "empty-summary"],
	["prose", { reply: "They talked about the weather." }, "not-json"],
	["a refusal (gsd-pi#109)", { reply: "Please provide the conversation." }, "refusal"],
	["a reply cut by the token limit (pi#7048)", { reply: '{"pinned":{},"summary":"- a', finishReason: "length" }, "cut-off"],
	["a content filter", { reply: "", finishReason: "content_filter" }, "content-filter"],
	["a list", { reply: "[1, 2]" }, "wrong-shape"],
];

describe("a fold that fails", () => {
	test.each(failures)("by %s changes nothing but events and journal", async (_name, step, code) => {
		const { compressor, say, model, store, events, clock } = setUp();
		say(8);
		await compressor.recall(scope);
		const before = await store.load(scope);
		say(4);
		model.next(step);
		const view = await compressor.recall(scope);
		expect(await store.load(scope)).toEqual(before);
		expect(idsOf(view.messages)).toEqual(idsFrom(5, 12));
		expect(view).toMatchObject({ absorbedCount: 4, uncovered: 0, foldDue: true, summary: { text: expect.stringContaining("- m4") } });
		expect(events.at(-1)).toMatchObject({ type: "fold-failed", code, messageCount: 4, retryAtMs: clock.now() + 5_000 });
		const [attempt] = await store.journal.list(scope);
		expect(attempt).toMatchObject({ outcome: "failed", code, after: { id: "m4" }, through: { id: "m8" }, messageCount: 4, model: "scripted" });
		expect(attempt?.snapshot).toBeUndefined();
	});

	test("waits 5, 10, 20 … seconds, at most 10 minutes, and then folds", async () => {
		const { compressor, say, model, clock } = setUp();
		say(8);
		const waits: number[] = [];
		for (let turn = 0; turn < 9; turn++) {
			model.next({ fail: "server-error" });
			const outcome = await compressor.fold(scope);
			if (outcome.outcome !== "failed") throw new Error(outcome.outcome);
			waits.push(outcome.retryAtMs - clock.now());
			clock.advance(outcome.retryAtMs - clock.now() - 1);
			expect(await compressor.fold(scope)).toEqual({ outcome: "backing-off", retryAtMs: clock.now() + 1 });
			clock.advance(1);
		}
		expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 600, 600].map((seconds) => seconds * 1_000));
		expect(await compressor.fold(scope)).toMatchObject({ outcome: "saved" });
		expect(model.batches.map((batch) => batch.length)).toEqual(Array.from({ length: 10 }, () => 4));
	});

	test("is known to every process that shares the journal", async () => {
		const { compressor, another, say, model } = setUp();
		say(8);
		model.next({ fail: "rate-limited" });
		await compressor.recall(scope);
		expect(await another().fold(scope)).toMatchObject({ outcome: "backing-off" });
		await another().recall(scope);
		expect(model.requests).toHaveLength(1);
	});

	test("is counted in the process when the store has no journal", async () => {
		const { another, store, say, model, clock } = setUp();
		const { journal: _journal, ...plain } = store;
		const compressor = another({ store: plain });
		say(8);
		model.next({ fail: "rate-limited" }, { fail: "rate-limited" });
		await compressor.recall(scope);
		clock.advance(5_000);
		expect(await compressor.fold(scope)).toMatchObject({ outcome: "failed", retryAtMs: clock.now() + 10_000 });
		clock.advance(10_000);
		expect(await compressor.fold(scope)).toMatchObject({ outcome: "saved" });
		say(4);
		model.next({ fail: "rate-limited" });
		expect(await compressor.fold(scope)).toMatchObject({ outcome: "failed", retryAtMs: clock.now() + 5_000 });
	});

	test("in the shape of the reply halves the batch from the second time on; other failures do not", async () => {
		const { compressor, say, model, clock } = setUp({ maxBatch: 60, foldThreshold: 60 });
		say(64);
		const empty: ScriptedStep = { reply: "" };
		model.next(empty, empty, { fail: "server-error" }, empty, empty, empty, empty);
		for (let turn = 0; turn < 8; turn++) {
			await compressor.fold(scope);
			clock.advance(700_000);
		}
		expect(model.batches.slice(0, 8).map((batch) => batch.length)).toEqual([60, 60, 30, 30, 15, 7, 3, 1]);
	});

	test("leaves the next batch its full size once a smaller one is saved", async () => {
		const { compressor, say, model, clock } = setUp();
		say(20);
		model.next({ reply: "" }, { reply: "" });
		for (let turn = 0; turn < 2; turn++) {
			await compressor.fold(scope);
			clock.advance(700_000);
		}
		await compressor.fold(scope);
		expect(model.batches.map((batch) => batch.length)).toEqual([6, 6, 3, 6, 6]);
	});
});

describe("a slow summary model", () => {
	test("is left after foldTimeoutMs, and its late reply is discarded", async () => {
		const { compressor, say, model, store, clock, events } = setUp({ foldTimeoutMs: 1_000 });
		say(8);
		const hold = createHeld();
		model.next({ hold, deaf: true });
		const recalled = compressor.recall(scope);
		await hold.reached;
		clock.advance(1_000);
		expect(idsOf((await recalled).messages)).toEqual(idsFrom(1, 8));
		expect(events.at(-1)).toMatchObject({ type: "fold-failed", code: "timeout", durationMs: 1_000 });
		hold.release();
		await compressor.settled();
		expect(await store.load(scope)).toBeUndefined();
		expect(clock.sleeping).toBe(0);
	});

	test.each(["timeout", "abort"] as const)("is told to stop after a %s", async (end) => {
		const { compressor, say, clock } = setUp({ foldTimeoutMs: 1_000 });
		say(8);
		const turn = new AbortController();
		const called = Promise.withResolvers<AbortSignal>();
		const summarizer: Summarizer = (_request, { signal }) => {
			called.resolve(signal);
			return new Promise(() => {});
		};
		const recalled = compressor.recall(scope, { summarizer, signal: turn.signal });
		const signal = await called.promise;
		expect(signal.aborted).toBe(false);
		if (end === "abort") turn.abort();
		else clock.advance(1_000);
		await recalled;
		expect(signal.aborted).toBe(true);
	});

	test("leaves no timer behind when it answers in time", async () => {
		const { compressor, say, clock } = setUp();
		say(8);
		await compressor.recall(scope);
		expect(clock.sleeping).toBe(0);
	});

	test.each([true, false])("is left when the turn is aborted: nothing is saved, nothing counts as failed (LibreChat PR15913; deaf: %s)", async (deaf) => {
		const { compressor, say, model, store, eventTypes } = setUp();
		say(8);
		const hold = createHeld();
		model.next({ hold, deaf });
		const turn = new AbortController();
		const recalled = compressor.recall(scope, { signal: turn.signal });
		await hold.reached;
		turn.abort();
		expect(idsOf((await recalled).messages)).toEqual(idsFrom(1, 8));
		expect(eventTypes()).toEqual(["fold-started", "fold-failed"]);
		expect(await store.journal.list(scope)).toEqual([]);
		expect(await compressor.fold(scope)).toMatchObject({ outcome: "saved" });
	});

	test("is not called for a turn that is already aborted", async () => {
		const { compressor, say, model } = setUp();
		say(8);
		expect((await compressor.recall(scope, { signal: AbortSignal.abort() })).messages).toHaveLength(8);
		expect(await compressor.fold(scope, { signal: AbortSignal.abort() })).toMatchObject({ outcome: "failed", code: "aborted" });
		expect(model.requests).toEqual([]);
	});
});
