import assert from "node:assert/strict";
import type { SessionScope } from "@foldback/session-compressor";
import { assertRefused, assertUntouched } from "../assertions.ts";
import { foldRows, mustSave, prepareFold, rowsOf, rowTime, someScope, writeRows } from "../fixtures.ts";
import type { OpenedStates, RowWriter, WrittenRow } from "../harness.ts";
import type { Case } from "../suite.ts";

/** Context `side` reads rows 0 to 9 of its own; rows of context `main` lie half a second after rows 3 and 6. */
const scope: SessionScope = { ...someScope, contextId: "side" };
const other: SessionScope = { ...someScope, contextId: "main" };

interface Chat {
	readonly rows: RowWriter;
	/** Rows 0 to 9 of the scope: 0 to 3 are absorbed, 4 to 8 are in the batch, 9 is later. */
	readonly side: readonly WrittenRow[];
	/** A row of the other context, within the batch's range. */
	readonly foreign: WrittenRow;
	/** Error and blank rows of the scope, within the batch's range. */
	readonly error: WrittenRow;
	readonly blank: WrittenRow;
}

const changes: readonly { readonly name: string; make(chat: Chat): Promise<unknown> }[] = [
	{ name: "its first row was edited", make: ({ rows, side }) => rows.update(scope, idOf(side[4]), { text: "Other" }) },
	{ name: "its last row was edited", make: ({ rows, side }) => rows.update(scope, idOf(side[8]), { text: "Other" }) },
	{
		name: "a row was edited there and back",
		make: async ({ rows, side }) => {
			await rows.update(scope, idOf(side[6]), { text: "Other" });
			await rows.update(scope, idOf(side[6]), { text: "Message 6" });
		},
	},
	{ name: "a row got a file", make: ({ rows, side }) => rows.update(scope, idOf(side[6]), { files: ["plan.pdf"] }) },
	{ name: "its first row was deleted", make: ({ rows, side }) => rows.delete(scope, [idOf(side[4])]) },
	{ name: "a row in it was deleted", make: ({ rows, side }) => rows.delete(scope, [idOf(side[6])]) },
	{ name: "its last row was deleted", make: ({ rows, side }) => rows.delete(scope, [idOf(side[8])]) },
	{ name: "all of it was deleted", make: ({ rows, side }) => rows.delete(scope, side.slice(4, 9).map(idOf)) },
	{ name: "a row in it became an error", make: ({ rows, side }) => rows.update(scope, idOf(side[5]), { error: true }) },
	{ name: "a row in it became blank", make: ({ rows, side }) => rows.update(scope, idOf(side[5]), { text: " \n\t\r " }) },
	{ name: "a row in it became empty", make: ({ rows, side }) => rows.update(scope, idOf(side[5]), { text: "" }) },
	{ name: "a row left the context", make: ({ rows, side }) => rows.update(scope, idOf(side[7]), { contextId: "main" }) },
	{ name: "a row came into the context", make: ({ rows, foreign }) => rows.update(other, foreign.id, { contextId: "side" }) },
	{ name: "an error row in it became a message", make: ({ rows, error }) => rows.update(scope, error.id, { error: false }) },
	{ name: "a blank row in it got a text", make: ({ rows, blank }) => rows.update(scope, blank.id, { text: "Now with text" }) },
	{ name: "a blank row in it got a file", make: ({ rows, blank }) => rows.update(scope, blank.id, { files: ["plan.pdf"] }) },
	{ name: "a row was imported between its rows", make: ({ rows }) => rows.append(scope, { text: "Late", timestampMs: rowTime(5.3) }) },
	{ name: "a row was imported between the cursor and its first row", make: ({ rows }) => rows.append(scope, { text: "Late", timestampMs: rowTime(3.7) }) },
	{
		name: "a row was deleted and another one imported in its place",
		make: async ({ rows, side }) => {
			await rows.delete(scope, [idOf(side[6])]);
			await rows.append(scope, { text: "Message 6", timestampMs: rowTime(6) });
		},
	},
];

const harmless: typeof changes = [
	{ name: "a row was added after it", make: ({ rows }) => rows.append(scope, { text: "New" }) },
	{ name: "a later row was edited", make: ({ rows, side }) => rows.update(scope, idOf(side[9]), { text: "Other" }) },
	{ name: "a later row was deleted", make: ({ rows, side }) => rows.delete(scope, [idOf(side[9])]) },
	{ name: "a row of another context was edited", make: ({ rows, foreign }) => rows.update(other, foreign.id, { text: "Other" }) },
	{ name: "an error row was imported into its range", make: ({ rows }) => rows.append(scope, { text: "Failed", error: true, timestampMs: rowTime(5.3) }) },
	{ name: "a blank row was imported into its range", make: ({ rows }) => rows.append(scope, { text: " \n", timestampMs: rowTime(5.3) }) },
	{ name: "an error row in its range was edited", make: ({ rows, error }) => rows.update(scope, error.id, { text: "Other" }) },
	{ name: "another session was written to", make: ({ rows }) => writeRows(rows, { ...scope, sessionId: "another" }, 10) },
];

const needs = ["checksHistory"] as const;

export const staleHistoryCases: readonly Case<OpenedStates>[] = [
	...changes.map(
		({ name, make }): Case<OpenedStates> => ({
			name: `a fold is refused as stale-history when ${name}`,
			needs,
			run: async (opened, second) => {
				const chat = await chatWith(opened);
				const { next, options } = prepareFold(await foldRows(opened.store, scope, chat.side.slice(0, 4)), chat.side.slice(4, 9));
				await make({ ...chat, rows: rowsOf(second) });
				await assertUntouched(opened.store, scope, "The refused fold changed something", async () => {
					assertRefused(await opened.store.save(scope, next, options), ["stale-history"], "A fold of what is no longer there");
				});
			},
		}),
	),
	...harmless.map(
		({ name, make }): Case<OpenedStates> => ({
			name: `a fold is saved although ${name}`,
			needs,
			run: async (opened, second) => {
				const chat = await chatWith(opened);
				const fold = prepareFold(await foldRows(opened.store, scope, chat.side.slice(0, 4)), chat.side.slice(4, 9));
				await make({ ...chat, rows: rowsOf(second) });
				assert.equal((await mustSave(opened.store, scope, fold)).absorbedCount, 9);
			},
		}),
	),
	{
		name: "a first fold is checked from the start of the session",
		needs,
		run: async (opened) => {
			const { rows, side } = await chatWith(opened);
			const { next, options } = prepareFold(undefined, side.slice(0, 4));
			await rows.append(scope, { text: "Earliest", timestampMs: rowTime(-5) });
			assertRefused(await opened.store.save(scope, next, options), ["stale-history"], "A fold that misses the first row");
		},
	},
	{
		name: "a batch that leaves out, repeats, swaps or invents rows, or names other revisions, is refused",
		needs,
		run: async (opened) => {
			const { side, error, foreign } = await chatWith(opened);
			const state = await foldRows(opened.store, scope, side.slice(0, 4));
			const batch = side.slice(4, 9);
			const { next, options } = prepareFold(state, batch);
			assert.ok(options.batch);
			const [first, second, ...rest] = options.batch.rows;
			assert.ok(first && second);
			const forged = [
				[first, ...rest],
				[first, second, second, ...rest],
				[second, first, ...rest],
				[first, { id: "invented", revision: 0 }, ...rest],
				[first, { ...second, revision: second.revision + 1 }, ...rest],
				[first, second, { id: error.id, revision: error.revision }, ...rest],
				[first, second, { id: foreign.id, revision: foreign.revision }, ...rest],
				[],
			];
			for (const rows of forged) {
				const result = await opened.store.save(scope, next, { ...options, batch: { ...options.batch, rows } });
				assertRefused(result, ["stale-history"], `A batch of ${rows.length} rows`);
			}
			await mustSave(opened.store, scope, { next, options });
		},
	},
	{
		name: "rows at the same millisecond as the end of a batch belong to it exactly when their ids do not sort after its end",
		needs,
		run: async (opened) => {
			const rows = rowsOf(opened);
			const tied: WrittenRow[] = [];
			for (let index = 0; index < 5; index++) tied.push(await rows.append(scope, { text: `Tied ${index}`, timestampMs: rowTime(0) }));
			tied.sort((left, right) => (left.id < right.id ? -1 : 1));
			const first = await foldRows(opened.store, scope, tied.slice(0, 2));
			const { next, options } = prepareFold(first, [idAt(tied, 2), idAt(tied, 4)]);
			assertRefused(await opened.store.save(scope, next, options), ["stale-history"], "A batch that misses a tied row");
			assert.equal((await foldRows(opened.store, scope, tied.slice(2, 4))).absorbedCount, 4);
		},
	},
	{
		name: "a fold onto a state that an edit before its batch took away is a conflict",
		needs,
		run: async (opened) => {
			const { rows, side } = await chatWith(opened);
			const { next, options } = prepareFold(await foldRows(opened.store, scope, side.slice(0, 4)), side.slice(4, 9));
			await rows.update(scope, idOf(side[1]), { text: "Other" });
			assertRefused(await opened.store.save(scope, next, options), ["conflict"], "A fold onto what is gone");
			assert.equal(await opened.store.load(scope), undefined);
		},
	},
];

async function chatWith(opened: OpenedStates): Promise<Chat> {
	const rows = rowsOf(opened);
	const side = await writeRows(rows, scope, 10);
	await rows.append(other, { text: "Elsewhere", timestampMs: rowTime(3.5) });
	const foreign = await rows.append(other, { text: "Elsewhere", timestampMs: rowTime(6.5) });
	const error = await rows.append(scope, { text: "Failed", error: true, timestampMs: rowTime(4.5) });
	const blank = await rows.append(scope, { text: "", timestampMs: rowTime(7.5) });
	return { rows, side, foreign, error, blank };
}

function idOf(row: WrittenRow | undefined): string {
	assert.ok(row);
	return row.id;
}

function idAt(rows: readonly WrittenRow[], index: number): WrittenRow {
	const row = rows[index];
	assert.ok(row);
	return row;
}
