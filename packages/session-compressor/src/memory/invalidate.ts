import { compareCursors } from "../cursor.ts";
import type { Cursor } from "../message.ts";
import { rewindDraft } from "../state.ts";
import type { LogWrite, MessageLog } from "./message-log.ts";
import { isEligible, type MessageRow, readsContext, sessionKey } from "./message-table.ts";
import { needEntry, removeEntry, type StateEntry, type StateTable, sessionEntries } from "./state-table.ts";

export interface InvalidationHost {
	readonly log: MessageLog;
	readonly now: () => number;
	readonly newId: () => string;
}

/** Takes every memory that a write to the log touches back to before it. */
export function invalidate(table: StateTable, write: LogWrite, host: InvalidationHost): void {
	switch (write.type) {
		case "row":
			for (const row of [write.before, write.after]) if (row && isEligible(row)) rewindReaders(table, row, host);
			for (const row of [write.before, write.after]) if (row) removeRowless(table, row, host.log);
			return;
		case "session-deleted":
			table.delete(sessionKey(write.session));
			return;
		case "session-renamed":
			moveEntries(table, write, host);
			return;
	}
}

function rewindReaders(table: StateTable, row: MessageRow, host: InvalidationHost): void {
	for (const entry of sessionEntries(table, row)) if (readsContext(entry.scope, row.contextId)) rewind(entry, row, host);
}

/** Back to the newest snapshot wholly before `place`. Without one only the overrides remain; without those nothing does. */
function rewind(entry: StateEntry, place: Cursor, host: InvalidationHost): void {
	const reaches = (cursor: Cursor | undefined) => cursor !== undefined && compareCursors(cursor, place) >= 0;
	entry.records = entry.records.filter((record) => !reaches(record.snapshot?.cursor));
	const { state } = entry;
	if (!state || !reaches(state.cursor)) return;
	const draft = rewindDraft(state, entry.records.findLast((record) => record.snapshot)?.snapshot);
	const empty = draft.cursor === undefined && Object.keys(draft.overrides).length === 0;
	entry.state = empty ? undefined : { ...draft, incarnation: host.newId(), version: 1, createdAtMs: state.createdAtMs, updatedAtMs: host.now() };
}

/** A session, or a context of it, lives only by its rows: with the last one goes all that is remembered. */
function removeRowless(table: StateTable, row: MessageRow, log: MessageLog): void {
	for (const { scope } of sessionEntries(table, row)) if (!log.hasRows(scope)) removeEntry(table, scope);
}

/** A merge of two sessions leaves no memory of either; otherwise the memory takes the new name. */
function moveEntries(table: StateTable, { from, to, merged }: Extract<LogWrite, { type: "session-renamed" }>, host: InvalidationHost): void {
	const moved = sessionEntries(table, from);
	table.delete(sessionKey(from));
	table.delete(sessionKey(to));
	if (merged) return;
	for (const { scope, state, records } of moved) {
		const entry = needEntry(table, { ...scope, sessionId: to.sessionId });
		entry.records = records;
		entry.state = state && { ...state, incarnation: host.newId(), version: 1, updatedAtMs: host.now() };
	}
}
