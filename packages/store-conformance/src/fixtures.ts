import assert from "node:assert/strict";
import {
	type Cursor,
	emptyDraft,
	type FailedFold,
	type FoldedMemory,
	type FoldRecord,
	type FoldReport,
	type SaveOptions,
	type SessionMemoryDraft,
	type SessionMemoryState,
	type SessionScope,
	type SessionStateStore,
} from "@foldback/session-compressor";
import type { OpenedStates, RowDraft, RowWriter, WrittenRow } from "./harness.ts";

/** The scope that cases use when any will do. */
export const someScope: SessionScope = { flowId: "flow-1", userId: "user-1", sessionId: "session-1", contextId: "" };

/** Time of the first row that a case writes; rows lie a second apart, so others fit in between. */
const firstRowMs = 1_700_000_000_000;

/** @returns the time of the row at `index`; fractions lie between rows. */
export function rowTime(index: number): number {
	return firstRowMs + Math.round(index * 1_000);
}

/** Writes `count` rows a second apart, starting at `from`. */
export async function writeRows(
	rows: RowWriter,
	scope: SessionScope,
	count: number,
	options: Partial<RowDraft> & { from?: number } = {},
): Promise<WrittenRow[]> {
	const { from = 0, ...draft } = options;
	const written: WrittenRow[] = [];
	for (let index = from; index < from + count; index++) {
		written.push(await rows.append(scope, { text: `Message ${index}`, role: index % 2 === 0 ? "user" : "assistant", timestampMs: rowTime(index), ...draft }));
	}
	return written;
}

/** Rows for a fold: real ones where the store sees rows, else such as a foreign history would have. */
export async function someRows(opened: OpenedStates, scope: SessionScope, count: number): Promise<WrittenRow[]> {
	if (opened.rows) return await writeRows(opened.rows, scope, count);
	return Array.from({ length: count }, (_, index) => ({ id: `row-${index}`, revision: 0, timestampMs: rowTime(index) }));
}

/** @returns the row writer of a store that sees rows. */
export function rowsOf(opened: OpenedStates): RowWriter {
	assert.ok(opened.rows, "A store with checksHistory must be opened with `rows`.");
	return opened.rows;
}

export function at(row: WrittenRow): Cursor {
	return { timestampMs: row.timestampMs, id: row.id };
}

/** What a fold would leave behind of these rows: a summary that names each row and its revision, so that old text can be told from new. */
export function summaryOf(rows: readonly Pick<WrittenRow, "id" | "revision">[]): string {
	return rows.map((row) => `- ${row.id} at ${row.revision}`).join("\n");
}

const someReport: FoldReport = { outcome: "saved", messageCount: 1, promptChars: 1_200, model: "some-model", durationMs: 40 };

export interface PreparedFold {
	readonly next: SessionMemoryDraft;
	readonly options: SaveOptions;
}

/** A fold of `batch` onto `state`, read but not saved yet. */
export function prepareFold(state: SessionMemoryState | undefined, batch: readonly WrittenRow[], changes: Partial<SessionMemoryDraft> = {}): PreparedFold {
	const last = batch.at(-1);
	assert.ok(last, "A fold needs at least one row.");
	const through = at(last);
	const rows = batch.map(({ id, revision }) => ({ id, revision }));
	return {
		next: {
			...draftOf(state),
			summary: [state?.summary, summaryOf(batch)].filter(Boolean).join("\n"),
			cursor: through,
			absorbedCount: (state?.absorbedCount ?? 0) + batch.length,
			summaryModel: "some-model",
			...changes,
		},
		options: { expected: expect(state), batch: { after: state?.cursor, through, rows }, fold: { ...someReport, messageCount: batch.length } },
	};
}

/** @returns the part of a state that its writer chooses, as a copy: a store that keeps what it is given must not spoil other cases. */
export function draftOf(state: SessionMemoryState | undefined): SessionMemoryDraft {
	if (!state) return structuredClone(emptyDraft);
	return structuredClone({ ...memoryOf(state), overrides: state.overrides, knownKeys: state.knownKeys });
}

export function memoryOf(state: FoldedMemory): FoldedMemory {
	const { summary, pinned, cursor, absorbedCount, absorbedDigest, summaryModel } = state;
	return { summary, pinned, cursor, absorbedCount, ...(absorbedDigest === undefined ? {} : { absorbedDigest }), summaryModel };
}

export function expect(state: SessionMemoryState | undefined): SaveOptions["expected"] {
	return state ? { incarnation: state.incarnation, version: state.version } : "absent";
}

/** Saves and insists that it worked. */
export async function mustSave(store: SessionStateStore, scope: SessionScope, { next, options }: PreparedFold): Promise<SessionMemoryState> {
	const result = await store.save(scope, next, options);
	assert.ok(result.saved, `The save must win, and was refused: ${result.saved ? "" : result.reason}.`);
	return result.state;
}

/** Saves a fold of the rows onto what is stored. */
export async function foldRows(
	store: SessionStateStore,
	scope: SessionScope,
	batch: readonly WrittenRow[],
	changes: Partial<SessionMemoryDraft> = {},
): Promise<SessionMemoryState> {
	return await mustSave(store, scope, prepareFold(await store.load(scope), batch, changes));
}

/** Saves a change by hand onto what is stored. */
export async function saveByHand(store: SessionStateStore, scope: SessionScope, changes: Partial<SessionMemoryDraft>): Promise<SessionMemoryState> {
	const state = await store.load(scope);
	return await mustSave(store, scope, { next: { ...draftOf(state), ...changes }, options: { expected: expect(state) } });
}

/** @returns the journal, newest first; empty for a store without one. */
export async function journalOf(store: SessionStateStore, scope: SessionScope): Promise<readonly FoldRecord[]> {
	return (await store.journal?.list(scope, { limit: 1_000 })) ?? [];
}

export function someFailure(through: Cursor, changes: Partial<FailedFold> = {}): FailedFold {
	return { outcome: "failed", code: "not-json", after: undefined, through, messageCount: 1, promptChars: 900, model: "some-model", durationMs: 30, ...changes };
}
