import assert from "node:assert/strict";
import { emptyDraft, type SessionMemoryDraft } from "@foldback/session-compressor";
import { assertMemory, assertNothing, assertStored } from "../assertions.ts";
import { at, draftOf, expect, foldRows, journalOf, mustSave, prepareFold, saveByHand, someScope as scope, someRows } from "../fixtures.ts";
import type { OpenedStates } from "../harness.ts";
import type { Case } from "../suite.ts";

export const roundTripCases: readonly Case<OpenedStates>[] = [
	{
		name: "a scope of which nothing was saved has nothing",
		run: async (opened) => {
			await someRows(opened, scope, 1);
			await assertNothing(opened.store, scope, "A new scope");
			assert.equal(await opened.store.delete(scope), false, "delete must say that there was no state.");
		},
	},
	{
		name: "a first save starts an incarnation at version 1",
		run: async (opened) => {
			const fold = prepareFold(undefined, await someRows(opened, scope, 3));
			const state = await mustSave(opened.store, scope, fold);
			assert.equal(state.version, 1);
			assert.ok(state.incarnation.length >= 16, "An incarnation must be a UUID or as unlikely to come twice.");
			assert.ok(Number.isInteger(state.createdAtMs) && state.createdAtMs > 0, "createdAtMs must be epoch milliseconds.");
			assert.ok(state.updatedAtMs >= state.createdAtMs, "updatedAtMs must not lie before createdAtMs.");
			assertMemory(state, fold.next, "The state that save returns");
			assert.deepEqual(await opened.store.load(scope), state, "load must give the state that save returned.");
		},
	},
	{
		name: "a further save keeps the incarnation and raises the version",
		run: async (opened) => {
			const rows = await someRows(opened, scope, 3);
			const first = await foldRows(opened.store, scope, rows.slice(0, 2));
			const second = await foldRows(opened.store, scope, rows.slice(2));
			assert.deepEqual([second.incarnation, second.version, second.createdAtMs], [first.incarnation, 2, first.createdAtMs]);
			assert.ok(second.updatedAtMs >= first.updatedAtMs, "updatedAtMs must not go back.");
			assert.deepEqual(await opened.store.load(scope), second);
		},
	},
	{
		name: "every field of a draft comes back",
		run: async (opened) => {
			const fold = prepareFold(undefined, await someRows(opened, scope, 3));
			const next = everyField(fold.next);
			await mustSave(opened.store, scope, { ...fold, next });
			await assertStored(opened.store, scope, next, "The saved draft");
		},
	},
	{
		name: "a save replaces the whole draft: what it leaves out is gone",
		run: async (opened) => {
			const rows = await someRows(opened, scope, 4);
			const first = prepareFold(undefined, rows.slice(0, 3));
			const state = await mustSave(opened.store, scope, { ...first, next: everyField(first.next) });
			const second = prepareFold(state, rows.slice(3), { pinned: { cluster: "US" }, overrides: {}, knownKeys: [] });
			const { absorbedDigest: _, ...next } = second.next;
			await mustSave(opened.store, scope, { ...second, next });
			await assertStored(opened.store, scope, next, "The second draft");
		},
	},
	{
		name: "a change by hand is a save without a journal entry",
		run: async (opened) => {
			const rows = await someRows(opened, scope, 2);
			const first = await saveByHand(opened.store, scope, { overrides: { cluster: "EU" } });
			assert.equal(first.version, 1);
			assert.deepEqual(await journalOf(opened.store, scope), []);
			await foldRows(opened.store, scope, rows);
			const journal = await journalOf(opened.store, scope);
			const third = await saveByHand(opened.store, scope, { overrides: { cluster: "US" } });
			assert.deepEqual([third.incarnation, third.version], [first.incarnation, 3]);
			assert.deepEqual(await journalOf(opened.store, scope), journal);
		},
	},
	{
		name: "a draft without a cursor in place of one with a cursor is a rebuild: new incarnation, version 1, no snapshot left",
		run: async (opened) => {
			const rows = await someRows(opened, scope, 4);
			await foldRows(opened.store, scope, rows.slice(0, 2), { overrides: { cluster: "EU" } });
			const before = await foldRows(opened.store, scope, rows.slice(2));
			const next = { ...emptyDraft, overrides: before.overrides, knownKeys: before.knownKeys };
			const after = await mustSave(opened.store, scope, { next, options: { expected: expect(before) } });
			assert.equal(after.version, 1);
			assert.notEqual(after.incarnation, before.incarnation, "A rebuild must start a new incarnation.");
			await assertStored(opened.store, scope, next, "The rebuilt state");
			assert.deepEqual(
				(await journalOf(opened.store, scope)).filter((record) => record.snapshot),
				[],
				"No snapshot may survive a rebuild.",
			);
			const folded = await foldRows(opened.store, scope, rows);
			assert.deepEqual([folded.incarnation, folded.version, folded.overrides], [after.incarnation, 2, { cluster: "EU" }]);
		},
	},
	{
		name: "delete removes state and journal, overrides too, and what follows is a new incarnation",
		run: async (opened) => {
			const rows = await someRows(opened, scope, 2);
			const before = await foldRows(opened.store, scope, rows, { overrides: { cluster: "EU" } });
			assert.equal(await opened.store.delete(scope), true, "delete must say that there was a state.");
			await assertNothing(opened.store, scope, "After delete");
			assert.equal(await opened.store.delete(scope), false, "A second delete finds nothing.");
			const after = await foldRows(opened.store, scope, rows);
			assert.equal(after.version, 1);
			assert.notEqual(after.incarnation, before.incarnation);
			assert.deepEqual(draftOf(after).overrides, {});
		},
	},
];

function everyField(draft: SessionMemoryDraft): SessionMemoryDraft {
	const cursor = draft.cursor ?? at({ id: "row", revision: 0, timestampMs: 1 });
	return {
		...draft,
		summary: "- The project is PRJ-123.\n- It runs on the EU cluster.",
		pinned: { project_id: "PRJ-123", cluster: "EU" },
		absorbedDigest: "0123456789abcdef",
		summaryModel: "provider/model:1",
		overrides: { cluster: "EU-2", owner: "" },
		knownKeys: [
			{ name: "project_id", description: "The ticket system's id", notAskedThrough: cursor },
			{ name: "cluster", description: "" },
		],
	};
}
