import assert from "node:assert/strict";
import type { SessionMemoryState, SessionScope } from "@foldback/session-compressor";
import { assertMemory, assertNothing, assertRefused, assertTruthful, assertUntouched } from "../assertions.ts";
import { foldRows, journalOf, memoryOf, prepareFold, rowTime, someScope, writeRows } from "../fixtures.ts";
import type { OpenedMemory, WrittenRow } from "../harness.ts";
import type { Case } from "../suite.ts";
import { type WriteKind, writeKinds } from "./write-kinds.ts";

const scope: SessionScope = { ...someScope, contextId: "main" };

interface Folded {
	/** Rows 0 to 13. */
	readonly rows: readonly WrittenRow[];
	/** States after the folds of rows 0–3, 4–7 and 8–11. */
	readonly states: readonly SessionMemoryState[];
}

/** Which of the three folds survive a write at a row; the last row of a fold belongs to it. */
const survivors: readonly { readonly row: number; readonly folds: number }[] = [
	{ row: 0, folds: 0 },
	{ row: 3, folds: 0 },
	{ row: 4, folds: 1 },
	{ row: 7, folds: 1 },
	{ row: 8, folds: 2 },
	{ row: 11, folds: 2 },
	{ row: 12, folds: 3 },
];

const needs = ["checksHistory", "journal"] as const;

export const invalidationCases: readonly Case<OpenedMemory>[] = [
	...writeKinds.map(
		(kind): Case<OpenedMemory> => ({
			name: `when a row is ${kind.name}, the memory goes back to the newest snapshot before it`,
			needs,
			run: async (opened, second) => {
				for (const [index, { row, folds }] of survivors.entries()) {
					const chat = { ...scope, sessionId: `session ${index}` };
					await assertGoesBack(opened, second, chat, kind, row, folds);
				}
			},
		}),
	),
	{
		name: "a row that becomes eligible below the cursor takes the memory back",
		needs,
		run: async ({ store, source, rows }) => {
			const error = await rows.append(scope, { text: "Failed", error: true, timestampMs: rowTime(5.5) });
			const blank = await rows.append(scope, { text: "", timestampMs: rowTime(1.5) });
			const { states } = await folded({ store, source, rows }, scope);
			await rows.update(scope, error.id, { error: false });
			await assertBackAt(store, scope, states, 1);
			await rows.update(scope, blank.id, { text: "Now with text" });
			await assertNothing(store, scope, "After the first row of all changed");
		},
	},
	{
		name: "several rows deleted at once take the memory back before the earliest of them",
		needs,
		run: async (opened) => {
			const { rows, states } = await folded(opened, scope);
			await opened.rows.delete(
				scope,
				[12, 9, 6].map((index) => rows[index]?.id ?? ""),
			);
			await assertBackAt(opened.store, scope, states, 1);
			await assertTruthful(opened.store, opened.source, scope, "After the deletes");
		},
	},
	{
		name: "folding goes on from the snapshot that was left",
		needs,
		run: async (opened) => {
			const { rows, states } = await folded(opened, scope);
			const edited = await opened.rows.update(scope, rows[9]?.id ?? "", { text: "Something else" });
			const state = await foldRows(opened.store, scope, rows.with(9, edited).slice(8, 12));
			assert.deepEqual([state.absorbedCount, state.version], [12, 2]);
			await assertTruthful(opened.store, opened.source, scope, "After the new fold");
			const after = (await journalOf(opened.store, scope)).flatMap((record) => record.snapshot?.absorbedCount ?? []);
			assert.deepEqual(after, [12, 8, 4]);
			assert.notEqual(state.incarnation, states[2]?.incarnation);
		},
	},
	{
		name: "a fold under way loses against a write below its batch, over a snapshot that is still there",
		needs,
		run: async (opened, second) => {
			const { rows, states } = await folded(opened, scope);
			const { next, options } = prepareFold(states[2], rows.slice(12));
			await second.rows.update(scope, rows[9]?.id ?? "", { text: "Something else" });
			await assertUntouched(opened.store, scope, "The slow fold changed something", async () => {
				assertRefused(await opened.store.save(scope, next, options), ["conflict"], "The slow fold");
			});
		},
	},
	{
		name: "writes that no scope could read, and writes that change nothing, leave the memory alone",
		needs,
		run: async (opened) => {
			const error = await opened.rows.append(scope, { text: "Failed", error: true, timestampMs: rowTime(5.5) });
			const { rows } = await folded(opened, scope);
			await assertUntouched(opened.store, scope, "A write that no scope could read invalidated", async () => {
				await opened.rows.update(scope, error.id, { text: "Failed again" });
				await opened.rows.append(scope, { text: "Failed", error: true, timestampMs: rowTime(2.5) });
				await opened.rows.append(scope, { text: " \n", timestampMs: rowTime(2.6) });
				await opened.rows.delete(scope, [error.id]);
				await opened.rows.update(scope, rows[2]?.id ?? "", { text: "Message 2" });
				await opened.rows.delete(scope, ["00000000-0000-7000-8000-000000000000"]);
			});
		},
	},
	{
		name: "a row at the cursor's own millisecond invalidates exactly when its id sorts before the cursor's",
		needs,
		run: async (opened) => {
			for (let attempt = 0; attempt < 24; attempt++) {
				const chat = { ...scope, sessionId: `session ${attempt}` };
				const [row] = await writeRows(opened.rows, chat, 1);
				assert.ok(row);
				await foldRows(opened.store, chat, [row]);
				const tied = await opened.rows.append(chat, { text: "Tied", timestampMs: row.timestampMs });
				const state = await opened.store.load(chat);
				assert.equal(state === undefined, tied.id < row.id, `A row ${tied.id} beside the cursor ${row.id}`);
			}
		},
	},
	{
		name: "an edit older than all kept snapshots takes the memory back to nothing, a later one to the snapshot before it",
		needs,
		run: async (opened) => {
			const rows = await writeRows(opened.rows, scope, 56);
			for (const row of rows) await foldRows(opened.store, scope, [row]);
			await opened.rows.update(scope, rows[30]?.id ?? "", { text: "Something else" });
			assert.equal((await opened.store.load(scope))?.absorbedCount, 30);
			await assertTruthful(opened.store, opened.source, scope, "After the first edit");
			await opened.rows.update(scope, rows[3]?.id ?? "", { text: "Something else" });
			await assertNothing(opened.store, scope, "After an edit before the oldest snapshot");
		},
	},
];

async function folded({ store, rows }: OpenedMemory, chat: SessionScope): Promise<Folded> {
	const written = await writeRows(rows, chat, 14);
	const states: SessionMemoryState[] = [];
	for (const from of [0, 4, 8]) states.push(await foldRows(store, chat, written.slice(from, from + 4), { pinned: { from: `${from}` } }));
	return { rows: written, states };
}

async function assertGoesBack(opened: OpenedMemory, writer: OpenedMemory, chat: SessionScope, kind: WriteKind, index: number, folds: number): Promise<void> {
	const { rows, states } = await folded(opened, chat);
	const row = rows[index];
	assert.ok(row);
	await kind.make(writer.rows, chat, row);
	await assertBackAt(opened.store, chat, states, folds);
	await assertTruthful(opened.store, opened.source, chat, `After row ${index} was ${kind.name}`);
}

/** The memory is that of the first `folds` folds, under a new incarnation unless all of it survived. */
async function assertBackAt(store: OpenedMemory["store"], chat: SessionScope, states: readonly SessionMemoryState[], folds: number): Promise<void> {
	if (folds === 0) return await assertNothing(store, chat, "Back to nothing");
	const state = await store.load(chat);
	const wanted = states[folds - 1];
	assert.ok(wanted);
	assertMemory(state, memoryOf(wanted), `Back to fold ${folds}`);
	const current = states.at(-1);
	if (folds === states.length) assert.deepEqual(state, current, "Nothing below the cursor changed.");
	else assert.notEqual(state?.incarnation, current?.incarnation, "An invalidation must start a new incarnation.");
	const snapshots = (await journalOf(store, chat)).flatMap((record) => record.snapshot?.absorbedCount ?? []);
	const kept = states.slice(0, folds).map((other) => other.absorbedCount);
	assert.deepEqual(snapshots, kept.toReversed(), "Only snapshots before the row may be left.");
}
