import { emptyDraft } from "@foldback/session-compressor";
import { assertNothing, assertRefused } from "../assertions.ts";
import { at, prepareFold, rowsOf, someScope as scope, someFailure, writeRows } from "../fixtures.ts";
import type { OpenedStates } from "../harness.ts";
import type { Case } from "../suite.ts";

const needs = ["checksHistory"] as const;

export const noRowsCases: readonly Case<OpenedStates>[] = [
	{
		name: "nothing is written for a session that has no rows",
		needs,
		run: async (opened) => {
			await assertWritesNothing(opened);
		},
	},
	{
		name: "nothing is written for a context that has no rows, though its session has some",
		needs,
		run: async (opened) => {
			await writeRows(rowsOf(opened), scope, 2);
			await writeRows(rowsOf(opened), { ...scope, contextId: "other" }, 2, { from: 2 });
			await assertWritesNothing(opened, "empty");
		},
	},
	{
		name: "nothing is written for a session whose rows are deleted",
		needs,
		run: async (opened) => {
			const rows = await writeRows(rowsOf(opened), scope, 2);
			const fold = prepareFold(undefined, rows);
			await rowsOf(opened).delete(
				scope,
				rows.map((row) => row.id),
			);
			assertRefused(await opened.store.save(scope, fold.next, fold.options), ["no-rows", "stale-history"], "A fold of deleted rows");
			await assertWritesNothing(opened);
		},
	},
];

async function assertWritesNothing({ store }: OpenedStates, contextId = ""): Promise<void> {
	const empty = { ...scope, contextId };
	assertRefused(await store.save(empty, { ...emptyDraft, overrides: { cluster: "EU" } }, { expected: "absent" }), ["no-rows"], "A change by hand");
	const fold = prepareFold(undefined, [{ id: "row", revision: 0, timestampMs: 1 }]);
	assertRefused(await store.save(empty, fold.next, fold.options), ["no-rows", "stale-history"], "A fold");
	await store.journal?.append(empty, someFailure(at({ id: "row", revision: 0, timestampMs: 1 })));
	await assertNothing(store, empty, "A scope without rows");
}
