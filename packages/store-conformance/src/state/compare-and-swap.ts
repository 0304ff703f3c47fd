import assert from "node:assert/strict";
import type { SaveResult } from "@foldback/session-compressor";
import { assertNothing, assertRefused, assertUntouched } from "../assertions.ts";
import { draftOf, expect, foldRows, journalOf, mustSave, prepareFold, saveByHand, someScope as scope, someRows } from "../fixtures.ts";
import type { OpenedStates } from "../harness.ts";
import type { Case } from "../suite.ts";

const contenders = 20;

export const compareAndSwapCases: readonly Case<OpenedStates>[] = [
	{
		name: "of two first saves the second is refused and changes nothing",
		run: async (opened) => {
			const rows = await someRows(opened, scope, 2);
			await mustSave(opened.store, scope, prepareFold(undefined, rows));
			const { next, options } = prepareFold(undefined, rows.slice(0, 1));
			await assertUntouched(opened.store, scope, "The loser changed something", async () => {
				assertRefused(await opened.store.save(scope, next, options), ["conflict"], "A second first save");
			});
		},
	},
	{
		name: "a save must name the version and the incarnation that are there",
		run: async (opened) => {
			const rows = await someRows(opened, scope, 3);
			const state = await foldRows(opened.store, scope, rows.slice(0, 1));
			await saveByHand(opened.store, scope, {});
			const { next, options } = prepareFold(state, rows.slice(1));
			const wrong = [expect(state), "absent" as const, { incarnation: state.incarnation, version: 3 }, { incarnation: "another", version: 2 }];
			await assertUntouched(opened.store, scope, "A refused save changed something", async () => {
				for (const expected of wrong) {
					assertRefused(await opened.store.save(scope, next, { ...options, expected }), ["conflict"], `A save onto ${JSON.stringify(expected)}`);
				}
			});
		},
	},
	{
		name: "a save onto a state that is not there is refused",
		run: async (opened) => {
			const { next, options } = prepareFold(undefined, await someRows(opened, scope, 2));
			const expected = { incarnation: "gone", version: 1 };
			assertRefused(await opened.store.save(scope, next, { ...options, expected }), ["conflict"], "A save onto nothing");
			await assertNothing(opened.store, scope, "After the refused save");
		},
	},
	{
		name: `of ${contenders} first saves at once exactly one wins`,
		run: async (first, second) => {
			const { next, options } = prepareFold(undefined, await someRows(first, scope, 2));
			const results = await contend(first, second, (opened, index) => opened.store.save(scope, { ...next, summary: `- Writer ${index}` }, options));
			await assertOneWinner(first, results, 1);
		},
	},
	{
		name: `of ${contenders} folds at once onto one state exactly one wins`,
		run: async (first, second) => {
			const rows = await someRows(first, scope, 4);
			const state = await foldRows(first.store, scope, rows.slice(0, 2));
			const { next, options } = prepareFold(state, rows.slice(2));
			const results = await contend(first, second, (opened, index) => opened.store.save(scope, { ...next, summary: `- Writer ${index}` }, options));
			await assertOneWinner(first, results, 2);
		},
	},
	{
		name: "a fold and changes by hand at once: one wins, none is half written",
		run: async (first, second) => {
			const rows = await someRows(first, scope, 4);
			const state = await foldRows(first.store, scope, rows.slice(0, 2));
			const fold = prepareFold(state, rows.slice(2));
			const results = await contend(first, second, (opened, index) =>
				index % 2 === 0
					? opened.store.save(scope, fold.next, fold.options)
					: opened.store.save(scope, { ...draftOf(state), overrides: { cluster: `${index}` } }, { expected: expect(state) }),
			);
			const winner = results.find((result) => result.saved);
			const folded = winner?.saved && winner.state.absorbedCount === 4;
			await assertOneWinner(first, results, folded ? 2 : 1);
		},
	},
];

function contend(first: OpenedStates, second: OpenedStates, save: (opened: OpenedStates, index: number) => Promise<SaveResult>): Promise<SaveResult[]> {
	return Promise.all(Array.from({ length: contenders }, (_, index) => save(index < contenders / 2 ? first : second, index)));
}

/** The winner's state is what is stored, the losers got `conflict` and left no journal entry. */
async function assertOneWinner({ store }: OpenedStates, results: readonly SaveResult[], saves: number): Promise<void> {
	const winners = results.filter((result) => result.saved);
	assert.equal(winners.length, 1, `Exactly one save must win, and ${winners.length} did.`);
	assert.deepEqual(await store.load(scope), winners[0]?.state, "What is stored must be the winner's state.");
	for (const result of results) if (!result.saved) assertRefused(result, ["conflict"], "A loser");
	if (store.journal) assert.equal((await journalOf(store, scope)).length, saves, "Only saves that won may be in the journal.");
}
