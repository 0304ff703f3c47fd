import { describe, expect, test } from "vitest";
import { idsFrom, idsOf, scope, setUp } from "./set-up.fixture.ts";
import { createHeld } from "./testing.ts";

describe("folds at the same time", () => {
	test("the slow one does not overwrite the newer state, and uses the winner's (polovnjak-mcp#30)", async () => {
		const { compressor, another, say, model, store, events } = setUp();
		say(8);
		const slow = createHeld();
		model.next({ hold: slow });
		const first = compressor.recall(scope);
		await slow.reached;
		const winner = await another().recall(scope);
		const saved = await store.load(scope);
		slow.release();
		expect(await first).toEqual(winner);
		expect(await store.load(scope)).toEqual(saved);
		expect(events.at(-1)).toMatchObject({ type: "fold-lost", reason: "conflict", messageCount: 4 });
		expect((await store.journal.list(scope)).map(({ outcome, code }) => [outcome, code])).toEqual([
			["lost", "conflict"],
			["saved", undefined],
		]);
	});

	test("a lost fold counts as no failure", async () => {
		const { compressor, another, say, model } = setUp();
		say(8);
		const slow = createHeld();
		model.next({ hold: slow });
		const first = compressor.fold(scope);
		await slow.reached;
		await another().fold(scope);
		slow.release();
		expect(await first).toMatchObject({ outcome: "lost", state: { absorbedCount: 4 } });
		say(4);
		expect(await compressor.fold(scope)).toMatchObject({ outcome: "saved" });
	});

	test("of one process are one: the second call joins the first", async () => {
		const { compressor, say, model } = setUp();
		say(20);
		const hold = createHeld();
		model.next({ hold });
		const both = Promise.all([compressor.fold(scope), compressor.fold(scope)]);
		await hold.reached;
		hold.release();
		const [first, second] = await both;
		expect(first).toMatchObject({ outcome: "saved", folds: 3 });
		expect(second).toBe(first);
		expect(model.batches.flat()).toEqual(idsFrom(1, 16));
	});

	test("two outputs of one run recall at once and fold once (anton PR10)", async () => {
		const { compressor, say, model } = setUp();
		say(8);
		const [first, second] = await Promise.all([compressor.recall(scope), compressor.recall(scope)]);
		expect(second).toEqual(first);
		expect(model.requests).toHaveLength(1);
	});

	test("fold goes on after the single step of a recall", async () => {
		const { compressor, say, model } = setUp();
		say(20);
		const hold = createHeld();
		model.next({ hold });
		const recalled = compressor.recall(scope);
		await hold.reached;
		const folded = compressor.fold(scope);
		hold.release();
		expect(await recalled).toMatchObject({ absorbedCount: 6 });
		expect(await folded).toMatchObject({ outcome: "saved", folds: 2, state: { absorbedCount: 16 } });
		expect(model.requests).toHaveLength(3);
	});

	test("of different scopes do not wait for each other", async () => {
		const { compressor, say, model } = setUp();
		const other = { ...scope, sessionId: "other" };
		say(8);
		say(8, other);
		const hold = createHeld();
		model.next({ hold });
		const slow = compressor.fold(scope);
		await hold.reached;
		expect(await compressor.fold(other)).toMatchObject({ outcome: "saved" });
		hold.release();
		await slow;
	});

	test("settled waits for all of them", async () => {
		const { compressor, say, model, store } = setUp();
		say(20);
		const hold = createHeld();
		model.next({ hold });
		const folded = compressor.fold(scope);
		await hold.reached;
		const settled = compressor.settled().then(async () => (await store.load(scope))?.absorbedCount);
		hold.release();
		expect(await settled).toBe(16);
		await folded;
		await compressor.settled();
	});

	test("settled waits for the fold that was waiting for another one", async () => {
		const { compressor, say, model, store } = setUp();
		say(20);
		const hold = createHeld();
		model.next({ hold });
		const recalled = compressor.recall(scope);
		await hold.reached;
		const folded = compressor.fold(scope);
		const settled = compressor.settled().then(async () => (await store.load(scope))?.absorbedCount);
		hold.release();
		expect(await settled).toBe(16);
		await Promise.all([recalled, folded]);
	});
});

describe("background timing", () => {
	test("recall never folds a backlog shorter than a batch, and tells that a fold is due", async () => {
		const { compressor, say, model } = setUp({ foldTiming: "background" });
		say(9);
		expect(await compressor.recall(scope)).toMatchObject({ foldDue: true, backlog: 5, uncovered: 0 });
		expect(model.requests).toEqual([]);
		expect(await compressor.fold(scope)).toMatchObject({ outcome: "saved", folds: 1 });
		expect(await compressor.recall(scope)).toMatchObject({ foldDue: false, absorbedCount: 5 });
	});

	test("recall waits for one fold when the backlog has reached maxBatch", async () => {
		const { compressor, say, model } = setUp({ foldTiming: "background" });
		say(10);
		expect(await compressor.recall(scope)).toMatchObject({ absorbedCount: 6, foldDue: false });
		expect(model.requests).toHaveLength(1);
	});

	test("the first recall after a switch turned on late does not wait: one fold of many would not help", async () => {
		const { compressor, say, model } = setUp({ foldTiming: "background" });
		say(500);
		expect(await compressor.recall(scope)).toMatchObject({ absorbedCount: 0, foldDue: true, uncovered: 490 });
		expect(model.requests).toEqual([]);
		await compressor.fold(scope);
		expect(await compressor.recall(scope)).toMatchObject({ foldDue: false, uncovered: 0 });
	});

	test("recall does not wait longer than foldTimeoutMs for a fold under way, nor after an abort", async () => {
		const { compressor, say, model, clock } = setUp({ foldTiming: "background", foldTimeoutMs: 1_000 });
		say(8);
		const hold = createHeld();
		model.next({ hold, deaf: true });
		const folded = compressor.fold(scope);
		await hold.reached;
		say(2);
		const turn = new AbortController();
		const waiting = compressor.recall(scope);
		const aborted = compressor.recall(scope, { signal: turn.signal });
		await untilSleeping(clock, 3);
		turn.abort();
		expect((await aborted).messages).toHaveLength(10);
		clock.advance(1_000);
		expect((await waiting).messages).toHaveLength(10);
		expect(await folded).toMatchObject({ outcome: "failed", code: "timeout" });
		expect(model.requests).toHaveLength(1);
	});

	test("a recall in between joins the step under way of a longer fold", async () => {
		const { compressor, say, model } = setUp({ foldTiming: "background" });
		say(22);
		const [first, second] = [createHeld(), createHeld()];
		model.next({ hold: first }, { hold: second });
		const folded = compressor.fold(scope);
		await first.reached;
		const recalled = compressor.recall(scope);
		first.release();
		await second.reached;
		expect(await recalled).toMatchObject({ absorbedCount: 6 });
		second.release();
		expect(await folded).toMatchObject({ folds: 3 });
	});
});

describe("a history that changes while a fold runs", () => {
	async function during(change: (world: ReturnType<typeof setUp>) => unknown) {
		const world = setUp();
		world.say(8);
		const hold = createHeld();
		world.model.next({ hold });
		const recalled = world.compressor.recall(scope);
		await hold.reached;
		change(world);
		hold.release();
		return { ...world, view: await recalled };
	}

	test("an edit in its batch: nothing of the old text is saved or shown", async () => {
		const { view, store, events, compressor } = await during(({ log }) => log.update("m2", { text: "new text" }));
		expect(events.at(-1)).toMatchObject({ type: "fold-lost", reason: "stale-history" });
		expect(await store.load(scope)).toBeUndefined();
		expect(view.messages[1]).toMatchObject({ id: "m2", text: "new text" });
		expect(await compressor.recall(scope)).toMatchObject({ absorbedCount: 4 });
	});

	test("a row that arrives late within its batch", async () => {
		const { view, events } = await during(({ log }) => log.append({ ...scope, id: "late", text: "late", timestampMs: 1 }));
		expect(events.at(-1)).toMatchObject({ type: "fold-lost", reason: "stale-history" });
		expect(idsOf(view.messages)).toEqual(["late", ...idsFrom(1, 8)]);
	});

	test("the session is deleted: no state comes back", async () => {
		const { view, store, events, compressor } = await during(({ log }) => log.deleteSession(scope));
		expect(events.at(-1)).toMatchObject({ type: "fold-lost", reason: "no-rows" });
		expect(view).toMatchObject({ messages: [], summary: undefined });
		expect(await store.load(scope)).toBeUndefined();
		expect(await store.journal.list(scope)).toEqual([]);
		expect(await compressor.recall(scope)).toMatchObject({ messages: [], absorbedCount: 0 });
	});

	test("the session is renamed: nothing is left under the old name, and the new one is folded afresh", async () => {
		const renamed = { ...scope, sessionId: "renamed" };
		const { view, store, compressor } = await during(({ log }) => log.renameSession(scope, "renamed"));
		expect(view.messages).toEqual([]);
		expect(await store.load(scope)).toBeUndefined();
		expect((await compressor.recall(renamed)).summary?.text).toContain("- m1\n- m2");
	});

	test("the state is dropped and built again up to the same version: the older fold stays out", async () => {
		const world = setUp();
		const { compressor, another, say, log, model, store } = world;
		say(8, { text: "old" });
		await compressor.recall(scope);
		say(4);
		const hold = createHeld();
		model.next({ hold });
		const slow = compressor.fold(scope);
		await hold.reached;
		log.update("m1", { text: "new" });
		await another({ maxBatch: 4 }).recall(scope);
		const rebuilt = await store.load(scope);
		expect(rebuilt).toMatchObject({ version: 1, absorbedCount: 4 });
		hold.release();
		expect(await slow).toMatchObject({ outcome: "lost", state: rebuilt });
		expect(await store.load(scope)).toEqual(rebuilt);
	});
});

describe("what is forgotten", () => {
	test.each([
		["edited", (world: ReturnType<typeof setUp>) => world.log.update("m2", { text: "harmless" })],
		["deleted", (world: ReturnType<typeof setUp>) => world.log.delete(["m2"])],
		["marked as an error", (world: ReturnType<typeof setUp>) => world.log.update("m2", { error: true })],
	])("a folded message that is %s leaves the summary (hackerai PR654)", async (_change, change) => {
		const world = setUp({ foldThreshold: 2, maxBatch: 2 });
		world.say(1);
		world.say(1, { text: "password: 1234" });
		world.say(8);
		await world.compressor.fold(scope, { pinnedKeys: [{ name: "password", description: "" }] });
		expect((await world.store.load(scope))?.pinned).toEqual({ password: "1234" });
		change(world);
		const view = await world.compressor.recall(scope);
		expect(JSON.stringify([view, await world.store.load(scope), await world.store.journal.list(scope)])).not.toContain("1234");
		expect(view.absorbedCount + view.messages.length + view.uncovered).toBe((await world.log.source.newest(scope, 100)).length);
	});

	test("an edit near the end costs one fold, not all of them", async () => {
		const { compressor, say, log, model } = setUp();
		say(100);
		await compressor.fold(scope);
		const before = model.requests.length;
		log.update("m95", { text: "changed" });
		await compressor.fold(scope);
		expect(model.requests.length - before).toBe(1);
	});

	test("a session that was deleted starts empty when its name is used again (langflow PR12043)", async () => {
		const { compressor, say, log } = setUp();
		say(8);
		await compressor.recall(scope);
		log.deleteSession(scope);
		say(2);
		expect(await compressor.recall(scope)).toMatchObject({ summary: undefined, absorbedCount: 0, messages: [{ id: "m9" }, { id: "m10" }] });
	});
});

/** Sleeps start a few promises after the call: lets them come. */
async function untilSleeping(clock: { readonly sleeping: number }, count: number): Promise<void> {
	while (clock.sleeping < count) await Promise.resolve();
}
