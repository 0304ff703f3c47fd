import { describe, expect, test } from "vitest";
import type { MessageSource } from "./message-source.ts";
import { idsFrom, idsOf, scope, setUp } from "./set-up.fixture.ts";

describe("recall", () => {
	test("gives everything verbatim while nothing is folded", async () => {
		const { compressor, say, model } = setUp();
		say(7);
		const view = await compressor.recall(scope);
		expect(idsOf(view.messages)).toEqual(idsFrom(1, 7));
		expect(view).toMatchObject({ summary: undefined, merged: false, uncovered: 0, backlog: 3, absorbedCount: 0, foldDue: false });
		expect(model.requests).toEqual([]);
	});

	test("gives an empty view of an empty session", async () => {
		const { compressor, store } = setUp();
		expect(await compressor.recall(scope)).toMatchObject({ summary: undefined, messages: [], uncovered: 0, backlog: 0, foldDue: false });
		expect(await store.load(scope)).toBeUndefined();
	});

	test("folds the backlog inline when it reaches the threshold, and finds nothing to fold the second time (anton PR10)", async () => {
		const { compressor, say, model, events } = setUp();
		say(8);
		const view = await compressor.recall(scope);
		expect(model.batches).toEqual([idsFrom(1, 4)]);
		expect(idsOf(view.messages)).toEqual(idsFrom(5, 8));
		expect(view.summary?.text).toContain("- m1\n- m2\n- m3\n- m4");
		expect(view.state).toMatchObject({ absorbedCount: 4, cursor: { id: "m4" }, summaryModel: "scripted", version: 1 });
		expect(events).toMatchObject([
			{ type: "fold-started", messageCount: 4 },
			{ type: "fold-saved", outcome: "saved", messageCount: 4, absorbedCount: 4 },
		]);
		expect(await compressor.recall(scope)).toEqual(view);
		expect(model.requests).toHaveLength(1);
	});

	test("sends the backlog between folds", async () => {
		const { compressor, say } = setUp();
		say(8);
		await compressor.recall(scope);
		say(3);
		const view = await compressor.recall(scope);
		expect(idsOf(view.messages)).toEqual(idsFrom(5, 11));
		expect(view).toMatchObject({ backlog: 3, absorbedCount: 4, uncovered: 0 });
	});

	test("with betweenFolds 'omit' sends only the newest N, and counts what that hides", async () => {
		const { compressor, say, eventTypes } = setUp({ betweenFolds: "omit" });
		say(8);
		await compressor.recall(scope);
		say(3);
		const view = await compressor.recall(scope);
		expect(idsOf(view.messages)).toEqual(idsFrom(8, 11));
		expect(view).toMatchObject({ backlog: 0, absorbedCount: 4, uncovered: 3 });
		expect(eventTypes()).not.toContain("uncovered");
	});

	test("does not fold a short backlog, however large the window is (deer-flow#2622)", async () => {
		const { compressor, say, model } = setUp({ recentMessages: 50 });
		say(53);
		for (let turn = 0; turn < 3; turn++) expect((await compressor.recall(scope)).messages).toHaveLength(53);
		expect(model.requests).toEqual([]);
	});

	test("keeps the bytes of the summary message until the state changes", async () => {
		const { compressor, say, clock } = setUp();
		say(8);
		const first = await compressor.recall(scope);
		clock.advance(86_400_000);
		say(2);
		const second = await compressor.recall(scope);
		expect(second.summary).toEqual(first.summary);
	});

	test("folds by tokens from four messages on", async () => {
		const { compressor, say, model } = setUp({ foldThreshold: 6, foldTokens: 100, countTokens: (text) => text.length });
		say(7, { text: "x".repeat(50) });
		await compressor.recall(scope);
		expect(model.requests).toEqual([]);
		say(1, { text: "short" });
		await compressor.recall(scope);
		expect(model.batches).toEqual([idsFrom(1, 4)]);
	});

	test.each([0, -1, 1.5, Number.NaN])("rejects a recent window of %s", async (recentMessages) => {
		const { compressor } = setUp();
		await expect(compressor.recall(scope, { recentMessages })).rejects.toThrow(/recentMessages/);
		expect(() => setUp({ recentMessages })).toThrow(/recentMessages/);
	});

	test("follows an N that changes from turn to turn", async () => {
		const { compressor, say } = setUp();
		say(8);
		await compressor.recall(scope);
		const wide = await compressor.recall(scope, { recentMessages: 7 });
		expect(idsOf(wide.messages)).toEqual(idsFrom(2, 8));
		expect(wide).toMatchObject({ backlog: 0, uncovered: 0, absorbedCount: 4 });
		const narrow = await compressor.recall(scope, { recentMessages: 1 });
		expect(idsOf(narrow.messages)).toEqual(idsFrom(5, 8));
		expect(narrow).toMatchObject({ backlog: 3, uncovered: 0 });
		expect(idsOf((await compressor.recall(scope, { recentMessages: 100 })).messages)).toEqual(idsFrom(1, 8));
	});
});

describe("the current input", () => {
	test("is neither in the view nor in the count of N", async () => {
		const { compressor, say } = setUp();
		say(6);
		const view = await compressor.recall(scope, { exclude: "m6" });
		expect(idsOf(view.messages)).toEqual(idsFrom(1, 5));
		expect(view).toMatchObject({ backlog: 1, uncovered: 0 });
	});

	test("of a slow turn is not jumped over: the batch ends before it", async () => {
		const { compressor, say, model } = setUp();
		say(10);
		await compressor.recall(scope, { exclude: "m4" });
		expect(model.batches).toEqual([idsFrom(1, 3)]);
		await compressor.recall(scope);
		say(2);
		await compressor.recall(scope);
		expect(model.batches).toEqual([idsFrom(1, 3), idsFrom(4, 8)].slice(0, model.batches.length));
		expect(model.batches).toHaveLength(2);
	});

	test("and a row deleted between two reads never let the recent window into a batch", async () => {
		const { log, another, say, model } = setUp();
		say(9);
		const source: MessageSource = {
			...log.source,
			async after(at, cursor, limit, options) {
				if (options?.exclude === undefined) log.delete(["m2"]);
				return await log.source.after(at, cursor, limit, options);
			},
		};
		const view = await another({ source }).recall(scope, { exclude: "m9" });
		expect(model.batches).toEqual([["m1", "m3", "m4"]]);
		expect(idsOf(view.messages)).toEqual(idsFrom(5, 8));
	});

	test("that is the oldest waiting row leaves nothing to fold", async () => {
		const { compressor, say, model } = setUp();
		say(9);
		const view = await compressor.recall(scope, { exclude: "m1" });
		expect(model.requests).toEqual([]);
		expect(idsOf(view.messages)).toEqual(idsFrom(2, 9));
		expect(view).toMatchObject({ foldDue: true, uncovered: 0 });
	});
});

describe("more waiting messages than one view may hold", () => {
	test("the newest N + maxBatch are sent, the others are counted (deepagents#5913, deepagentsjs#621)", async () => {
		const { compressor, say, model, events } = setUp({ foldTiming: "background" });
		model.next({ fail: "server-error" });
		say(500);
		const view = await compressor.recall(scope);
		expect(idsOf(view.messages)).toEqual(idsFrom(491, 500));
		expect(view).toMatchObject({ uncovered: 490, absorbedCount: 0, foldDue: true });
		expect(events.at(-1)).toEqual({ scope, type: "uncovered", count: 490 });
	});

	test.each(["m500", "m250", "m3", "not stored"])("the count leaves out the current input %s wherever it lies", async (exclude) => {
		const { compressor, say, model } = setUp({ foldTiming: "background" });
		model.next({ fail: "server-error" });
		say(500);
		const view = await compressor.recall(scope, { exclude });
		expect(view.messages.map(({ id }) => id)).not.toContain(exclude);
		expect(view.uncovered).toBe(exclude === "not stored" ? 490 : 489);
	});

	test("all of them are folded, in batches of maxBatch, each saved by itself", async () => {
		const { compressor, say, model, store } = setUp();
		say(50);
		const outcome = await compressor.fold(scope);
		expect(outcome).toMatchObject({ outcome: "saved", folds: 8, state: { absorbedCount: 46, version: 8 } });
		expect(model.batches.map((batch) => batch.length)).toEqual([6, 6, 6, 6, 6, 6, 6, 4]);
		expect(model.batches.flat()).toEqual(idsFrom(1, 46));
		expect(await store.journal.list(scope)).toHaveLength(8);
		expect(await compressor.fold(scope)).toEqual({ outcome: "not-due" });
	});

	test("recall folds one batch of them, later recalls the next ones", async () => {
		const { compressor, say, model } = setUp();
		say(30);
		expect(await compressor.recall(scope)).toMatchObject({ absorbedCount: 6, uncovered: 14, foldDue: true });
		expect(await compressor.recall(scope)).toMatchObject({ absorbedCount: 12, uncovered: 8 });
		expect(model.requests).toHaveLength(2);
	});
});

describe("ties, ids and contexts", () => {
	test("messages of one millisecond are all absorbed, none twice (claude-gateway#214)", async () => {
		const { compressor, say, model } = setUp({ recentMessages: 1 });
		say(9, { timestampMs: 1_000 });
		await compressor.fold(scope);
		await compressor.recall(scope);
		expect(model.batches.flat()).toEqual(idsFrom(1, 6).concat(model.batches.slice(1).flat()));
		expect(new Set(model.batches.flat()).size).toBe(model.batches.flat().length);
	});

	test("ids and names may hold any separator: no scope reads another's memory (hermes#84686)", async () => {
		const { compressor, log } = setUp({ recentMessages: 1, foldThreshold: 1 });
		const parts = ["a#b", "a", "#b", 'c:"/', "😀 x"];
		const scopes = parts.flatMap((flowId) => parts.map((sessionId) => ({ flowId, sessionId, userId: "u:1", contextId: "" })));
		for (const [index, other] of scopes.entries()) for (const place of [1, 2]) log.append({ ...other, id: `${index}#${place}/"`, text: `secret ${index}` });
		for (const [index, other] of scopes.entries()) {
			const view = await compressor.recall(other);
			expect(view.state?.summary).toBe(`- ${index}#1/"`);
			expect(idsOf(view.messages)).toEqual([`${index}#2/"`]);
		}
	});

	test("a context is folded by itself and as part of its session", async () => {
		const { compressor, say, model } = setUp({ recentMessages: 1, foldThreshold: 2 });
		say(2, { contextId: "a" });
		say(2, { contextId: "b" });
		expect((await compressor.recall(scope)).state?.absorbedCount).toBe(3);
		expect((await compressor.recall({ ...scope, contextId: "a" })).messages).toHaveLength(2);
		say(1, { contextId: "a" });
		expect((await compressor.recall({ ...scope, contextId: "a" })).state).toMatchObject({ absorbedCount: 2, cursor: { id: "m2" } });
		expect(model.batches).toEqual([idsFrom(1, 3), idsFrom(1, 2)]);
	});
});
