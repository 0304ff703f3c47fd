import type { Cursor } from "./message.ts";

/** Whether two cursors are the same place; undefined is the place before all rows. */
export function sameCursor(left: Cursor | undefined, right: Cursor | undefined): boolean {
	if (!left || !right) return left === right;
	return left.id === right.id && left.timestampMs === right.timestampMs;
}

/** @returns negative, 0 or positive as `left` lies before, at or after `right` in the order `(timestampMs, id)`; ids compare by UTF-16 code unit. */
export function compareCursors(left: Cursor, right: Cursor): number {
	if (left.timestampMs !== right.timestampMs) return left.timestampMs - right.timestampMs;
	if (left.id === right.id) return 0;
	return left.id < right.id ? -1 : 1;
}
