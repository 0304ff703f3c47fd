import fc from "fast-check";
import { expect, test } from "vitest";
import { maxKnownKeys, unionKeys } from "./known-keys.ts";
import { maxPinnedKeys } from "./pinned-keys.ts";
import { createSeenKeys } from "./seen-keys.ts";
import { scope, setUp } from "./set-up.fixture.ts";
import { emptyDraft, type SessionMemoryState } from "./state.ts";

const key = (name: string) => ({ name, description: "" });
const keys = (letter: string, count: number) => Array.from({ length: count }, (_, index) => key(`${letter}${index}`));
const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);

function stateOf(part: Partial<SessionMemoryState>): SessionMemoryState {
	return { ...emptyDraft, incarnation: "i", version: 1, createdAtMs: 0, updatedAtMs: 0, ...part };
}

test("a new key at every turn does not make the fold prompt grow for ever", async () => {
	const { compressor, say, model, store } = setUp({ recentMessages: 1, foldThreshold: 1 });
	for (let turn = 0; turn < maxKnownKeys + 20; turn += 1) {
		say(1);
		await compressor.recall(scope, { pinnedKeys: [key(`k${turn}`)] });
	}
	expect(Math.max(...model.requests.map((request) => request.keys.length))).toBe(maxKnownKeys);
	const known = names((await store.load(scope))?.knownKeys ?? []);
	expect(known).toHaveLength(maxKnownKeys);
	expect(known.at(-1)).toBe(`k${maxKnownKeys + 19}`);
	expect(known).not.toContain("k0");
});

test("keys without a value go first, then those with one, the longest unasked before the others", () => {
	const state = stateOf({ knownKeys: keys("k", maxKnownKeys), pinned: { k0: "folded" }, overrides: { k1: "by hand" } });
	expect(names(unionKeys(state, keys("new", 1)))).toEqual([...names(state.knownKeys).filter((name) => name !== "k2"), "new0"]);
	const seen = [key("k2"), key("k3"), key("new0")];
	expect(names(unionKeys(state, keys("new", 1), seen))).toEqual([...names(state.knownKeys).filter((name) => name !== "k4"), "new0"]);
	const pinned = Object.fromEntries(state.knownKeys.map(({ name }) => [name, "v"]));
	expect(names(unionKeys({ ...state, pinned }, keys("new", 1)))).toEqual([...names(state.knownKeys).slice(1), "new0"]);
});

test("there are never too many, the turn's own always count, and nothing goes before it must", () => {
	const list = (most: number) => fc.uniqueArray(fc.nat(150), { maxLength: most }).map((numbers) => numbers.map((number) => key(`k${number}`)));
	fc.assert(
		fc.property(list(150), list(maxPinnedKeys), list(100), list(80), (known, turn, seen, stored) => {
			const state = stateOf({ knownKeys: known, pinned: Object.fromEntries(stored.map(({ name }) => [name, "v"])) });
			const result = names(unionKeys(state, turn, seen));
			const all = new Set(names([...known, ...seen, ...turn]));
			expect(result).toHaveLength(Math.min(all.size, maxKnownKeys));
			expect(result).toEqual(expect.arrayContaining(names(turn)));
			const gone = [...all].filter((name) => !result.includes(name));
			const isBare = (name: string) => !Object.hasOwn(state.pinned, name) && !names(turn).includes(name);
			if (gone.some((name) => !isBare(name))) expect(result.filter(isBare)).toEqual([]);
		}),
		{ numRuns: 200 },
	);
});

test("keys seen in this process are in the order in which they were last asked for", () => {
	const seen = createSeenKeys();
	seen.note(scope, keys("a", 2));
	seen.note(scope, keys("b", 1));
	seen.note(scope, [{ name: "a0", description: "new" }]);
	expect(seen.of(scope)).toEqual([key("a1"), key("b0"), { name: "a0", description: "new" }]);
});
