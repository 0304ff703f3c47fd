import type { FoldedMemory } from "@foldback/session-compressor";
import { type FoldRow, readSnapshot } from "../../fold-row.ts";
import { type StateRow, toState } from "../../state-row.ts";
import { StoreError } from "../../store-error.ts";
import { counted, describePlaceInTime, type Finding } from "./finding.ts";

/** A memory row with what the message rows say about it. */
type Recounted<Row> = Row & { readonly counted: number; readonly hasCursorRow: boolean };

export type RecountedState = Recounted<StateRow>;
export type RecountedFold = Recounted<FoldRow>;

/** What is wrong with a state; the count is not looked at where the cursor is none. */
export function judgeState(state: RecountedState): Pick<Finding, "kind" | "problem"> | undefined {
	const unreadable = reasonUnreadable(() => toState(state));
	if (unreadable !== undefined) return { kind: "state-unreadable", problem: `The memory state cannot be read: ${unreadable}` };
	if (!state.hasCursorRow) {
		const place = describePlaceInTime(state.coveredUntilTimestamp, state.coveredUntilMessageId);
		return { kind: "state-cursor", problem: `The cursor of the memory state is at message ${place}, and no message that a model could see is there.` };
	}
	if (state.counted === state.absorbedCount) return undefined;
	const rows = counted(state.counted, "message that a model could see lies", "messages that a model could see lie");
	return { kind: "state-count", problem: `The memory state counts ${counted(state.absorbedCount, "absorbed message")}, and ${rows} at or before its cursor.` };
}

/** @returns the memory in a journal row when it is true to the message rows. */
export function trueSnapshot(fold: RecountedFold): FoldedMemory | undefined {
	let memory: FoldedMemory;
	try {
		memory = readSnapshot(fold);
	} catch (error) {
		if (!StoreError.isInstance(error)) throw error;
		return undefined;
	}
	const atItsPlace = memory.cursor?.id === fold.throughMessageId && memory.cursor.timestampMs === fold.throughTimestamp;
	return atItsPlace && fold.hasCursorRow && memory.absorbedCount === fold.counted ? memory : undefined;
}

/** Whether a place lies after another one, in the order of the history. Ids compare by bytes, as the databases do it. */
function isBeyond(place: { readonly timestamp: number; readonly id: string }, end: { readonly timestamp: number; readonly id: string }): boolean {
	if (place.timestamp !== end.timestamp) return place.timestamp > end.timestamp;
	return Buffer.compare(Buffer.from(place.id), Buffer.from(end.id)) > 0;
}

/** Whether a snapshot may stay beside a state with this cursor; `undefined`: there is no state. */
export function maySnapshotStay(fold: RecountedFold, end: { readonly timestamp: number; readonly id: string } | undefined): boolean {
	if (end === undefined || end.id === "" || trueSnapshot(fold) === undefined) return false;
	return !isBeyond({ timestamp: fold.throughTimestamp, id: fold.throughMessageId }, end);
}

function reasonUnreadable(read: () => unknown): string | undefined {
	try {
		read();
		return undefined;
	} catch (error) {
		if (!StoreError.isInstance(error)) throw error;
		return error.message;
	}
}
