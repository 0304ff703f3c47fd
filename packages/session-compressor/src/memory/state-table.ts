import { type FoldRecord, maxJournalSnapshots } from "../fold-journal.ts";
import type { SessionScope } from "../scope.ts";
import type { SessionMemoryState } from "../state.ts";
import { type SessionName, sessionKey } from "./message-table.ts";

/** What is kept of one scope. */
export interface StateEntry {
	readonly scope: SessionScope;
	state: SessionMemoryState | undefined;
	/** Journal, oldest first. */
	records: readonly FoldRecord[];
}

/** Entries by session, then by context. */
export type StateTable = Map<string, Map<string, StateEntry>>;

export function findEntry(table: StateTable, scope: SessionScope): StateEntry | undefined {
	return table.get(sessionKey(scope))?.get(scope.contextId);
}

/** @returns the scope's entry, made when there is none. */
export function needEntry(table: StateTable, scope: SessionScope): StateEntry {
	const { flowId, userId, sessionId, contextId } = scope;
	const contexts = table.get(sessionKey(scope)) ?? new Map<string, StateEntry>();
	const entry = contexts.get(contextId) ?? { scope: { flowId, userId, sessionId, contextId }, state: undefined, records: [] };
	contexts.set(contextId, entry);
	table.set(sessionKey(scope), contexts);
	return entry;
}

/** @returns whether the scope had a state. */
export function removeEntry(table: StateTable, scope: SessionScope): boolean {
	const had = findEntry(table, scope)?.state !== undefined;
	table.get(sessionKey(scope))?.delete(scope.contextId);
	return had;
}

/** @returns the entries of all contexts of a session. */
export function sessionEntries(table: StateTable, session: SessionName): readonly StateEntry[] {
	return [...(table.get(sessionKey(session))?.values() ?? [])];
}

/** Adds a journal record and drops the oldest of its kind (with or without a snapshot) beyond the bound. */
export function addRecord(entry: StateEntry, record: FoldRecord): void {
	const records = [...entry.records, record];
	const sameKind = records.filter((other) => (other.snapshot === undefined) === (record.snapshot === undefined));
	const surplus = new Set(sameKind.slice(0, -maxJournalSnapshots));
	entry.records = records.filter((other) => !surplus.has(other));
}
