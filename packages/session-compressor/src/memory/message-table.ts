import { compareCursors } from "../cursor.ts";
import type { SessionMessage } from "../message.ts";
import type { SessionScope } from "../scope.ts";

/** A chat of one user in one flow, all contexts together. */
export type SessionName = Omit<SessionScope, "contextId">;

/** A message row, eligible or not. */
export interface MessageRow extends SessionMessage, SessionScope {
	readonly timestampMs: number;
	readonly files: readonly string[];
	/** True for a row that tells of a failure: no model sees it. */
	readonly error: boolean;
}

/** Message rows of all sessions, each session in the order `(timestampMs, id)`. */
export interface MessageTable {
	readonly bySession: Map<string, MessageRow[]>;
	readonly byId: Map<string, MessageRow>;
}

export function createMessageTable(): MessageTable {
	return { bySession: new Map(), byId: new Map() };
}

/** A session as a string for in-memory maps; equal exactly for equal sessions. */
export function sessionKey(session: SessionName): string {
	return JSON.stringify([session.flowId, session.userId, session.sessionId]);
}

/** @returns whether a model could see the row: not an error, and with text or files. */
export function isEligible(row: MessageRow): boolean {
	return !row.error && (row.text.trim() !== "" || row.files.length > 0);
}

/** @returns whether the scope reads rows of that context. */
export function readsContext(scope: Pick<SessionScope, "contextId">, contextId: string): boolean {
	return scope.contextId === "" || scope.contextId === contextId;
}

/** @returns all rows of a session, in order. */
export function rowsOf(table: MessageTable, session: SessionName): readonly MessageRow[] {
	return table.bySession.get(sessionKey(session)) ?? [];
}

/** @returns the rows that a scope reads and a model could see, in order. */
export function eligibleRows(table: MessageTable, scope: SessionScope): readonly MessageRow[] {
	return rowsOf(table, scope).filter((row) => readsContext(scope, row.contextId) && isEligible(row));
}

/** Puts a row in its place, replacing the one with its id. */
export function putRow(table: MessageTable, row: MessageRow): void {
	takeRow(table, row.id);
	const key = sessionKey(row);
	const rows = table.bySession.get(key) ?? [];
	rows.splice(rows.findLastIndex((other) => compareCursors(other, row) < 0) + 1, 0, row);
	table.bySession.set(key, rows);
	table.byId.set(row.id, row);
}

/** @returns the row that was removed. */
export function takeRow(table: MessageTable, id: string): MessageRow | undefined {
	const row = table.byId.get(id);
	if (!row) return undefined;
	const key = sessionKey(row);
	const left = rowsOf(table, row).filter((other) => other.id !== id);
	if (left.length > 0) table.bySession.set(key, left);
	else table.bySession.delete(key);
	table.byId.delete(id);
	return row;
}
