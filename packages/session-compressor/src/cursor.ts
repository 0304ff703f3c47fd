import type { Cursor } from "./message.ts";

/** Whether two cursors are the same place; undefined is the place before all rows. */
export function sameCursor(left: Cursor | undefined, right: Cursor | undefined): boolean {
	if (!left || !right) return left === right;
	return left.id === right.id && left.timestampMs === right.timestampMs;
}
