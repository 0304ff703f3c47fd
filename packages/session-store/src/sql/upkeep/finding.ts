import type { SessionScope } from "@foldback/session-compressor";

/**
 * - `flow-gone`: rows of a flow that is no more.
 * - `eligible-mark`: a message marked as one that a model could see, and it is none, or the other way round.
 * - `rows-gone`: a state, journal entries or run records of a session or context that has no messages.
 * - `state-count`: the state's absorbed count is not the number of eligible rows at or before its cursor.
 * - `state-cursor`: the state's cursor is no eligible row of its scope.
 * - `state-unreadable`: a column of the state does not hold what it should.
 * - `snapshots`: the journal holds snapshots without a state, beyond its cursor, or with a wrong count or cursor.
 */
export type FindingKind = "flow-gone" | "eligible-mark" | "rows-gone" | "state-count" | "state-cursor" | "state-unreadable" | "snapshots";

/** One thing that is wrong in a database. */
export interface Finding {
	readonly kind: FindingKind;
	/** Where: as much of a scope as is known. */
	readonly place: Partial<SessionScope> & Pick<SessionScope, "flowId">;
	/** What is wrong, as a sentence without its place. */
	readonly problem: string;
	/** What mends it, as a sentence in the past; true once the finding was mended. */
	readonly remedy: string;
}

/** @returns `1 message`, `2 messages`. */
export function counted(count: number, one: string, many = `${one}s`): string {
	return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

/** @returns a place in a session's history, for people. */
export function describePlaceInTime(timestampMs: number, id: string): string {
	const time = Math.abs(timestampMs) <= 8.64e15 ? new Date(timestampMs).toISOString() : String(timestampMs);
	return `${JSON.stringify(id)} of ${time}`;
}
