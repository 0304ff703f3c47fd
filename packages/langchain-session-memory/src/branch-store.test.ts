import { emptyDraft, extendDigest, type SessionStateStore } from "@foldback/session-compressor";
import { createMemoryStateStore } from "@foldback/session-compressor/memory";
import { expect, test } from "vitest";
import { createBranchStore } from "./branch-store.ts";

const thread = { flowId: "", userId: "", sessionId: "t", contextId: "" };
const report = { outcome: "saved", messageCount: 1, promptChars: 1, model: "m", durationMs: 1 } as const;

/** A history of one-letter messages. */
function digestAt(history: string, id: string): string | undefined {
	const end = history.indexOf(id) + 1;
	return end === 0 ? undefined : [...history.slice(0, end)].reduce((digest: string | undefined, text) => extendDigest(digest, { id: text, text }), undefined);
}

/** Calls of one run, whose history is this. */
function open(store: SessionStateStore, history: string) {
	const scope = { ...thread };
	const branches = createBranchStore(store, () => (id) => {
		const digest = digestAt(history, id);
		return digest === undefined ? undefined : { place: history.indexOf(id) + 1, digest };
	});
	return {
		load: () => branches.load(scope),
		/** Folds up to the message. */
		fold: async (id: string) => {
			const state = await branches.load(scope);
			const through = { timestampMs: 0, id };
			const absorbedDigest = digestAt(history, id) ?? "";
			const next = {
				...emptyDraft,
				...state,
				summary: history.slice(0, history.indexOf(id) + 1),
				cursor: through,
				absorbedCount: history.indexOf(id) + 1,
				absorbedDigest,
			};
			const expected = state ? { incarnation: state.incarnation, version: state.version } : "absent";
			return await branches.save(scope, next, { expected, batch: { after: state?.cursor, through, rows: [{ id, revision: 0 }] }, fold: report });
		},
		delete: () => branches.delete(scope),
	};
}

const states = () => createMemoryStateStore({ now: () => 1 });

test("a history that grows keeps the thread's own row", async () => {
	const store = states();
	await open(store, "abc").fold("b");
	await open(store, "abcde").fold("d");
	expect(await store.load(thread)).toMatchObject({ summary: "abcd" });
	expect(await store.load({ ...thread, contextId: "fork:1" })).toBeUndefined();
});

test("a fork starts from the longest snapshot it shares, in a row of its own", async () => {
	const store = states();
	for (const id of "bdf") await open(store, "abcdefgh").fold(id);
	expect(await open(store, "abcdeX").load()).toMatchObject({ summary: "abcd", absorbedCount: 4 });
	await open(store, "abcdeXYZ").fold("Y");
	expect(await store.load(thread)).toMatchObject({ summary: "abcdef" });
	expect(await store.load({ ...thread, contextId: "fork:1" })).toMatchObject({ summary: "abcdeXY" });
	expect(await open(store, "abcdefghi").load()).toMatchObject({ summary: "abcdef" });
	expect(await open(store, "abcdeXYZ!").load()).toMatchObject({ summary: "abcdeXY" });
});

test("a fork of a fork shares with the fork", async () => {
	const store = states();
	for (const id of "bf") await open(store, "abcdefgh").fold(id);
	for (const id of "YZ") await open(store, "abcXYZ").fold(id);
	expect(await open(store, "abcXYw").load()).toMatchObject({ summary: "abcXY" });
});

test("a history that shares nothing starts empty, and overrides come along", async () => {
	const store = states();
	await open(store, "ab").fold("b");
	expect(await open(store, "xy").load()).toBeUndefined();
	const state = await store.load(thread);
	await store.save(thread, { ...emptyDraft, ...state, overrides: { city: "Graz" } }, { expected: state ?? "absent" });
	expect(await open(store, "xy").load()).toMatchObject({ summary: "", overrides: { city: "Graz" } });
});

test("a change in place gives the state that was made from the old text, for the compressor to drop", async () => {
	const store = states();
	await open(store, "abcd").fold("d");
	expect(await open(store, "aXcd").load()).toMatchObject({ summary: "abcd" });
	expect(await store.load({ ...thread, contextId: "fork:1" })).toBeUndefined();
});

test("a change in place goes before a fork that still matches, a mere coincidence does not", async () => {
	const store = states();
	for (const id of "bf") await open(store, "abcdefgh").fold(id);
	await open(store, "abX").load();
	expect(await open(store, "abcXef").load()).toMatchObject({ summary: "abcdef" });
	expect(await open(store, "abXf").load()).toMatchObject({ summary: "ab" });
});

test("of two histories that open a fork at once, one is refused", async () => {
	const store = states();
	for (const id of "bf") await open(store, "abcdefgh").fold(id);
	await open(store, "abX").load();
	const [left, right] = [open(store, "abXl"), open(store, "abXr")];
	await Promise.all([left.load(), right.load()]);
	const outcomes = [await left.fold("l"), await right.fold("r")];
	expect(outcomes.map(({ saved }) => saved)).toEqual([true, true]);
	expect([await left.load(), await right.load()]).toMatchObject([{ summary: "abXl" }, { summary: "abXr" }]);
});

test("rows are bounded", async () => {
	const store = states();
	await open(store, "ab").fold("b");
	for (let fork = 0; fork < 40; fork += 1) await open(store, `x${String.fromCharCode(200 + fork)}`).fold(String.fromCharCode(200 + fork));
	expect(await store.load({ ...thread, contextId: "fork:31" })).toBeDefined();
	expect(await store.load({ ...thread, contextId: "fork:32" })).toBeUndefined();
	expect(await store.load(thread)).toMatchObject({ summary: "ab" });
});

test("delete removes every row", async () => {
	const store = states();
	await open(store, "ab").fold("b");
	await open(store, "xy").fold("y");
	expect(await open(store, "").delete()).toBe(true);
	expect(await store.load(thread)).toBeUndefined();
	expect(await store.load({ ...thread, contextId: "fork:1" })).toBeUndefined();
	expect(await open(store, "").delete()).toBe(false);
});
