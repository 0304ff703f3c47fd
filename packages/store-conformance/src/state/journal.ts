import assert from "node:assert/strict";
import { type FailedFold, type FoldJournal, maxJournalSnapshots } from "@foldback/session-compressor";
import { assertMemory } from "../assertions.ts";
import { at, foldRows, journalOf, memoryOf, mustSave, prepareFold, saveByHand, someScope as scope, someFailure, someRows } from "../fixtures.ts";
import type { OpenedStates } from "../harness.ts";
import type { Case } from "../suite.ts";

const needs = ["journal"] as const;

export const journalCases: readonly Case<OpenedStates>[] = [
	{
		name: "the journal holds what each saved fold was, and a snapshot of what it left",
		needs,
		run: async (opened) => {
			const rows = await someRows(opened, scope, 5);
			const first = await foldRows(opened.store, scope, rows.slice(0, 2), { pinned: { cluster: "EU" } });
			const fold = prepareFold(first, rows.slice(2));
			const report = {
				outcome: "passed-over",
				messageCount: 3,
				promptChars: 4_567,
				model: "m/1",
				usage: { inputTokens: 1_200, outputTokens: 80 },
				durationMs: 950,
			} as const;
			const second = await mustSave(opened.store, scope, { next: fold.next, options: { ...fold.options, fold: report } });
			const [newest, older, ...others] = await journalOf(opened.store, scope);
			assert.deepEqual(others, []);
			const { id, atMs, snapshot, after, through, ...kept } = newest ?? assert.fail("The journal is empty.");
			assert.deepEqual(kept, report);
			assert.deepEqual([after, through], [first.cursor, second.cursor]);
			assert.ok(id !== older?.id && atMs >= (older?.atMs ?? 0), "Entries need ids of their own and times that do not go back.");
			assert.equal(older?.after, undefined);
			assertMemory(snapshot, memoryOf(second), "The snapshot of the second fold");
			assertMemory(older?.snapshot, memoryOf(first), "The snapshot of the first fold");
		},
	},
	{
		name: "attempts that saved nothing are kept as they were, without a snapshot",
		needs,
		run: async (opened) => {
			const journal = journalPort(opened);
			const rows = await someRows(opened, scope, 2);
			const [first, last] = rows.map(at);
			assert.ok(first && last);
			const attempts: FailedFold[] = [
				someFailure(last, { usage: { inputTokens: 10 } }),
				someFailure(last, { outcome: "lost", code: "stale-history", after: first }),
				someFailure(first, { outcome: "probe", code: "accepted" }),
			];
			for (const attempt of attempts) await journal.append(scope, attempt);
			const records = await journal.list(scope);
			assert.deepEqual(records.map(({ id: _id, atMs: _at, ...record }) => record).reverse(), attempts);
			assert.equal(await opened.store.load(scope), undefined, "An attempt that saved nothing makes no state.");
		},
	},
	{
		name: "the journal is listed newest first, in the order of the ids, as many as asked for",
		needs,
		run: async (opened) => {
			const journal = journalPort(opened);
			const [row] = await someRows(opened, scope, 1);
			assert.ok(row);
			for (let index = 0; index < 12; index++) await journal.append(scope, someFailure(at(row), { messageCount: index }));
			const records = await journal.list(scope);
			assert.deepEqual(
				records.map((record) => record.messageCount),
				[11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
			);
			const ids = records.map((record) => record.id);
			assert.deepEqual(ids.toSorted().reverse(), ids, "Later entries must have ids that sort after earlier ones.");
			assert.equal(new Set(ids).size, 12, "Every entry needs an id of its own.");
			assert.deepEqual(
				(await journal.list(scope, { limit: 3 })).map((record) => record.messageCount),
				[11, 10, 9],
			);
		},
	},
	{
		name: `the journal keeps the newest ${maxJournalSnapshots} snapshots and as many other attempts`,
		needs,
		run: async (opened) => {
			const journal = journalPort(opened);
			const rows = await someRows(opened, scope, maxJournalSnapshots + 5);
			for (const row of rows) {
				await foldRows(opened.store, scope, [row]);
				await journal.append(scope, someFailure(at(row)));
			}
			const records = await journalOf(opened.store, scope);
			const ends = records.filter((record) => record.snapshot).map((record) => record.through.id);
			assert.deepEqual(
				ends,
				rows
					.slice(5)
					.map((row) => row.id)
					.reverse(),
				"The newest snapshots must be kept, and only those.",
			);
			assert.equal(records.filter((record) => record.outcome === "saved").length, maxJournalSnapshots, "An entry goes with its snapshot.");
			assert.equal(records.filter((record) => record.outcome === "failed").length, maxJournalSnapshots, "Failed attempts are bounded by the same number.");
			assert.equal((await journal.list(scope)).length, 100, "100 entries come back unless more or fewer are asked for.");
		},
	},
	{
		name: "a change by hand keeps the journal",
		needs,
		run: async (opened) => {
			const rows = await someRows(opened, scope, 2);
			await foldRows(opened.store, scope, rows);
			const before = await journalOf(opened.store, scope);
			await saveByHand(opened.store, scope, { overrides: { cluster: "EU" } });
			assert.deepEqual(await journalOf(opened.store, scope), before);
		},
	},
];

function journalPort({ store }: OpenedStates): FoldJournal {
	assert.ok(store.journal, "The capability `journal` is declared, and the store has none.");
	return store.journal;
}
