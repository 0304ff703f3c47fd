import { describe, expect, test } from "vitest";
import { createSessionCompressor } from "./create-compressor.ts";
import type { CompressorEvent } from "./events.ts";
import { createArraySource, createMemoryStateStore } from "./memory.ts";
import type { SessionMessage } from "./message.ts";
import { idsOf, scope, setUp } from "./set-up.fixture.ts";
import { buildConversation, createHeld, createManualClock, createScriptedSummarizer } from "./testing.ts";

/** A state store beside somebody else's history, which is a plain array. */
function setUpForeign(withDigest = true) {
	const clock = createManualClock();
	const model = createScriptedSummarizer();
	const store = createMemoryStateStore({ now: clock.now });
	const events: CompressorEvent[] = [];
	const history: { messages: SessionMessage[] } = { messages: buildConversation(8) };
	const { digest, ...plain } = createArraySource(() => history.messages);
	const source = withDigest && digest ? { ...plain, digest } : plain;
	const limits = { recentMessages: 4, foldThreshold: 4, maxBatch: 6 };
	const compressor = createSessionCompressor({ source, store, clock, summarizer: model.summarizer, onEvent: (event) => events.push(event), ...limits });
	const edit = (id: string, text: string) => {
		history.messages = history.messages.map((message) => (message.id === id ? { ...message, text } : message));
	};
	return { clock, model, store, events, history, compressor, edit };
}

describe("a state store beside a foreign history", () => {
	test("keeps a digest of what was absorbed, and goes on while the history only grows", async () => {
		const { compressor, history, model, store, events } = setUpForeign();
		await compressor.recall(scope);
		const first = (await store.load(scope))?.absorbedDigest;
		history.messages = [...buildConversation(12)];
		const view = await compressor.recall(scope);
		expect(view).toMatchObject({ absorbedCount: 8, uncovered: 0 });
		expect(first).toMatch(/./);
		expect(view.state?.absorbedDigest).not.toBe(first);
		expect(model.batches.flat()).toEqual(idsOf(history.messages.slice(0, 8)));
		expect(events.map(({ type }) => type)).not.toContain("invalidated");
	});

	test.each([
		["edited", (world: ReturnType<typeof setUpForeign>) => world.edit("m0002", "changed")],
		[
			"removed",
			({ history }: ReturnType<typeof setUpForeign>) => {
				history.messages = history.messages.filter(({ id }) => id !== "m0002");
			},
		],
		[
			"put in front",
			({ history }: ReturnType<typeof setUpForeign>) => {
				history.messages = [...buildConversation(1, { idPrefix: "x" }), ...history.messages];
			},
		],
		[
			"removed with all that followed",
			({ history }: ReturnType<typeof setUpForeign>) => {
				history.messages = history.messages.slice(0, 3);
			},
		],
	])("drops the memory when an absorbed message was %s, before it is shown", async (_change, change) => {
		const world = setUpForeign();
		const { compressor, history, store, events } = world;
		await compressor.recall(scope);
		await compressor.override(scope, { city: "Graz" }, (await store.load(scope)) ?? "absent");
		const before = await store.load(scope);
		change(world);
		const view = await compressor.recall(scope, { recentMessages: 20 });
		expect(events.at(-1)).toMatchObject({ type: "invalidated", reason: "digest-mismatch" });
		expect(view).toMatchObject({ absorbedCount: 0, uncovered: 0, state: { summary: "", overrides: { city: "Graz" } } });
		expect(view.state?.incarnation).not.toBe(before?.incarnation);
		expect(view.messages).toEqual(history.messages);
	});

	test("shows nothing of a text that was edited while its fold ran", async () => {
		const { compressor, model, edit, events } = setUpForeign();
		const hold = createHeld();
		model.next({ hold });
		const recalled = compressor.recall(scope);
		await hold.reached;
		edit("m0002", "changed");
		hold.release();
		expect(await recalled).toMatchObject({ summary: undefined, absorbedCount: 0 });
		expect(events.at(-1)).toMatchObject({ type: "invalidated" });
	});

	test("uses no memory that it can neither trust nor drop", async () => {
		const { compressor, store, clock, edit, model, history } = setUpForeign();
		await compressor.recall(scope);
		edit("m0001", "changed");
		const stubborn = createSessionCompressor({
			source: createArraySource(() => history.messages),
			store: { ...store, save: async () => ({ saved: false, reason: "conflict" }) },
			clock,
			summarizer: model.summarizer,
			recentMessages: 4,
		});
		expect(await stubborn.recall(scope)).toMatchObject({ summary: undefined, absorbedCount: 0, uncovered: 4, foldDue: false });
	});

	test("looks again when somebody else has dropped the memory first", async () => {
		const { compressor, store, clock, edit, model, history } = setUpForeign();
		await compressor.recall(scope);
		edit("m0001", "changed");
		const save: typeof store.save = async () => {
			await store.delete(scope);
			return { saved: false, reason: "conflict" };
		};
		const source = createArraySource(() => history.messages);
		const late = createSessionCompressor({ source, store: { ...store, save }, clock, summarizer: model.summarizer, recentMessages: 4 });
		expect(await late.recall(scope)).toMatchObject({ absorbedCount: 0, messages: { length: 8 } });
	});

	test("does not trust a memory without a digest, also where the source has none for its cursor", async () => {
		const { compressor, store, clock, model, history } = setUpForeign(false);
		await compressor.recall(scope);
		history.messages = history.messages.slice(0, 3);
		const source = createArraySource(() => history.messages);
		const checking = createSessionCompressor({ source, store, clock, summarizer: model.summarizer, recentMessages: 4 });
		expect(await checking.recall(scope)).toMatchObject({ summary: undefined, absorbedCount: 0, messages: { length: 3 } });
	});

	test("without a digest a fold still notices that the count is wrong", async () => {
		const { compressor, history, events, store } = setUpForeign(false);
		await compressor.recall(scope);
		expect((await store.load(scope))?.absorbedDigest).toBeUndefined();
		history.messages = buildConversation(12).filter(({ id }) => id !== "m0002");
		await compressor.recall(scope);
		expect(events).toContainEqual({ scope, type: "invalidated", reason: "count-mismatch" });
		expect(await compressor.recall(scope)).toMatchObject({ absorbedCount: 6, uncovered: 0 });
	});

	test("plain arrays need no times", async () => {
		const { compressor, history } = setUpForeign();
		expect(history.messages.every(({ timestampMs }) => timestampMs === undefined)).toBe(true);
		const view = await compressor.recall(scope);
		expect(view.state?.cursor).toEqual({ timestampMs: 0, id: "m0004" });
		expect(idsOf(view.messages)).toEqual(["m0005", "m0006", "m0007", "m0008"]);
	});
});

test.each([3, 5])("a writer that goes around the store's checks is noticed at the next fold: 4 rows absorbed, %i there", async (rowsThere) => {
	const { another, store, say, events, log } = setUp();
	say(8);
	await another().recall(scope);
	const hidden = { ...log.source, count: async () => rowsThere };
	expect(await another({ source: hidden, foldThreshold: 1, recentMessages: 1 }).recall(scope)).toMatchObject({ absorbedCount: 6 });
	expect(events).toContainEqual({ scope, type: "invalidated", reason: "count-mismatch" });
	expect((await store.load(scope))?.version).toBe(2);
});
