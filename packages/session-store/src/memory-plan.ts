import {
	type Cursor,
	type ExpectedState,
	type FoldedMemory,
	rewindDraft,
	type SaveOptions,
	type SessionMemoryDraft,
	type SessionScope,
} from "@foldback/session-compressor";
import { draftColumns, type StateRow, toState } from "./state-row.ts";

/** What a written state is marked with. */
export interface StateStamp {
	/** Used when the write starts a new incarnation. */
	readonly incarnation: string;
	readonly nowMs: number;
}

/** Whether a save may replace the current state, and with what. `rebuilt`: no snapshot of the scope survives. */
export type SavePlan = { readonly conflict: true } | { readonly conflict: false; readonly row: StateRow; readonly rebuilt: boolean };

/** @throws Error when the caller mixes up the parts of a save: a bug, which must not reach the database. */
export function checkSave(next: SessionMemoryDraft, { batch, fold }: SaveOptions): void {
	if ((batch === undefined) !== (fold === undefined))
		throw new Error("A save has a batch or a fold report alone: give both for a fold, neither for a change by hand.");
	if (batch && (next.cursor?.id !== batch.through.id || next.cursor.timestampMs !== batch.through.timestampMs)) {
		throw new Error(`The draft's cursor ${JSON.stringify(next.cursor)} is not the end of its batch ${JSON.stringify(batch.through)}: set it to the last row.`);
	}
}

/**
 * Decides a save on the current row, inside the transaction that read it.
 * @throws Error when the batch does not start where the state ends: it would leave a hole, or absorb rows twice.
 */
export function planSave(
	scope: SessionScope,
	current: StateRow | undefined,
	next: SessionMemoryDraft,
	{ options: { expected, batch }, stamp }: { readonly options: SaveOptions; readonly stamp: StateStamp },
): SavePlan {
	if (!isExpected(current, expected)) return { conflict: true };
	if (batch) checkStart(current, batch.after);
	const rebuilt = current !== undefined && current.coveredUntilMessageId !== "" && next.cursor === undefined;
	const continued = current !== undefined && !rebuilt;
	const row = {
		...scopeColumns(scope),
		...draftColumns(next),
		incarnation: continued ? current.incarnation : stamp.incarnation,
		version: continued ? current.version + 1 : 1,
		createdAt: current?.createdAt ?? stamp.nowMs,
		updatedAt: stamp.nowMs,
	};
	return { conflict: false, row, rebuilt };
}

/**
 * What becomes of a state when a row at or before its cursor changed.
 * @param snapshot the newest one wholly before that row
 * @returns the row that replaces it, or undefined when nothing is worth keeping: neither a cursor nor an override
 */
export function rewoundState(current: StateRow, snapshot: FoldedMemory | undefined, stamp: StateStamp): StateRow | undefined {
	const draft = rewindDraft(toState(current), snapshot);
	if (draft.cursor === undefined && Object.keys(draft.overrides).length === 0) return undefined;
	return { ...current, ...draftColumns(draft), incarnation: stamp.incarnation, version: 1, updatedAt: stamp.nowMs };
}

/** Contexts whose scopes read a row of one of the given contexts: its own and `''`, which reads all. */
export function readingContexts(...contextIds: readonly string[]): readonly string[] {
	return [...new Set(["", ...contextIds])];
}

/** Only the scope's own parts, whatever else the object carries. */
export function scopeColumns({ flowId, userId, sessionId, contextId }: SessionScope): SessionScope {
	return { flowId, userId, sessionId, contextId };
}

function checkStart(current: StateRow | undefined, after: Cursor | undefined): void {
	const ends = { timestampMs: current?.coveredUntilTimestamp ?? 0, id: current?.coveredUntilMessageId ?? "" };
	if ((after?.id ?? "") === ends.id && (after?.timestampMs ?? 0) === ends.timestampMs) return;
	throw new Error(`The batch starts after ${JSON.stringify(after)} and the state ends at ${JSON.stringify(ends)}: read the batch from the state's cursor on.`);
}

function isExpected(current: StateRow | undefined, expected: ExpectedState): boolean {
	if (expected === "absent") return current === undefined;
	return current?.incarnation === expected.incarnation && current.version === expected.version;
}
