import type { SessionMessage } from "./message.ts";

/** Whether a batch may end before `rows[index]`: the row there is known and does not continue the one before it. */
export function isBoundary(rows: readonly SessionMessage[], index: number): boolean {
	const row = rows[index];
	return row !== undefined && row.continues !== true;
}

/**
 * Where a batch of about `limit` rows ends.
 * @returns the largest boundary in 1..limit, else the next one up to `stop`, else 0: the turn's end is not there yet.
 */
export function batchEnd(rows: readonly SessionMessage[], limit: number, stop: number): number {
	for (let end = Math.min(limit, stop); end > 0; end--) if (isBoundary(rows, end)) return end;
	for (let end = limit + 1; end <= stop; end++) if (isBoundary(rows, end)) return end;
	return 0;
}

/** @returns the number of leading rows that continue a message which is not in `rows`. */
export function leadingContinuations(rows: readonly SessionMessage[]): number {
	const first = rows.findIndex((row) => row.continues !== true);
	return first < 0 ? rows.length : first;
}
