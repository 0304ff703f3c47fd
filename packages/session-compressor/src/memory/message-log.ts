import type { SessionMessage } from "../message.ts";
import type { MessageSource } from "../message-source.ts";
import type { SessionScope } from "../scope.ts";
import { createTableSource } from "./message-source.ts";
import { createMessageTable, type MessageRow, type MessageTable, putRow, readsContext, rowsOf, type SessionName, takeRow } from "./message-table.ts";

/** What a writer gives. `timestampMs` is for imported and late rows, which keep it; others get `max(now, newest in session + 1)`. */
export type NewMessage = SessionScope &
	Pick<SessionMessage, "text"> &
	Partial<Pick<MessageRow, "id" | "timestampMs" | "role" | "files" | "error" | "continues">>;

export type MessagePatch = Partial<Pick<MessageRow, "text" | "files" | "error" | "contextId">>;

/** One write to the log, told after it is done. */
export type LogWrite =
	/** Inserted (no `before`), changed, or deleted (no `after`). */
	| { readonly type: "row"; readonly before?: MessageRow; readonly after?: MessageRow }
	| { readonly type: "session-deleted"; readonly session: SessionName }
	/** `merged`: rows of the name `to` existed already. */
	| { readonly type: "session-renamed"; readonly from: SessionName; readonly to: SessionName; readonly merged: boolean };

/** The reference for a host's message table, in memory. Every write is one synchronous step, the listeners' part included. */
export interface MessageLog {
	/** Throws when the id is taken. */
	append(message: NewMessage): MessageRow;
	/** Raises the revision by one. A patch that changes nothing writes nothing. @returns undefined when there is no such row. */
	update(id: string, patch: MessagePatch): MessageRow | undefined;
	/** @returns the number of rows removed. */
	delete(ids: readonly string[]): number;
	/** Onto an existing name the rows are merged. @returns the number of renamed rows. */
	renameSession(session: SessionName, to: string): number;
	/** @returns the number of rows removed. */
	deleteSession(session: SessionName): number;
	/** All rows of a session in order, eligible or not. */
	rows(session: SessionName): readonly MessageRow[];
	/** Whether the scope reads any row, eligible or not. */
	hasRows(scope: SessionScope): boolean;
	/** Reads the eligible rows. */
	readonly source: MessageSource;
	/** Calls `listener` within every write, when the rows are already as written. */
	onWrite(listener: (write: LogWrite) => void): void;
}

/** @param options.now epoch milliseconds. @param options.newId gives unique row ids; UUIDs by default. */
export function createMessageLog(options: { readonly now: () => number; readonly newId?: () => string }): MessageLog {
	const table = createMessageTable();
	const listeners: ((write: LogWrite) => void)[] = [];
	const tell = (write: LogWrite) => {
		for (const listener of listeners) listener(write);
	};
	return {
		append: (message) => append(table, message, { newId: () => crypto.randomUUID(), ...options }, tell),
		update: (id, patch) => update(table, id, patch, tell),
		delete: (ids) => deleteRows(table, ids, tell),
		renameSession: (session, to) => renameSession(table, session, to, tell),
		deleteSession: (session) => deleteSession(table, session, tell),
		rows: (session) => structuredClone(rowsOf(table, session)),
		hasRows: (scope) => rowsOf(table, scope).some((row) => readsContext(scope, row.contextId)),
		source: createTableSource(table),
		onWrite: (listener) => {
			listeners.push(listener);
		},
	};
}

type Tell = (write: LogWrite) => void;

function append(table: MessageTable, message: NewMessage, host: { now: () => number; newId: () => string }, tell: Tell): MessageRow {
	const newest = rowsOf(table, message).at(-1)?.timestampMs;
	const row: MessageRow = structuredClone({
		role: "user" as const,
		files: [],
		error: false,
		...message,
		id: message.id ?? host.newId(),
		timestampMs: message.timestampMs ?? Math.max(host.now(), newest === undefined ? 0 : newest + 1),
		revision: 0,
	});
	if (table.byId.has(row.id)) throw new Error(`A message with the id ${JSON.stringify(row.id)} is already stored: give every message its own id.`);
	putRow(table, row);
	tell({ type: "row", after: row });
	return structuredClone(row);
}

function update(table: MessageTable, id: string, patch: MessagePatch, tell: Tell): MessageRow | undefined {
	const before = table.byId.get(id);
	if (!before) return undefined;
	const after = structuredClone({ ...before, ...patch, revision: before.revision + 1 });
	if (sameContent(before, after)) return structuredClone(before);
	putRow(table, after);
	tell({ type: "row", before, after });
	return structuredClone(after);
}

function sameContent(left: MessageRow, right: MessageRow): boolean {
	const sameFiles = left.files.length === right.files.length && left.files.every((file, index) => file === right.files[index]);
	return left.text === right.text && left.error === right.error && left.contextId === right.contextId && sameFiles;
}

function deleteRows(table: MessageTable, ids: readonly string[], tell: Tell): number {
	const taken = ids.map((id) => takeRow(table, id)).filter((row) => row !== undefined);
	for (const before of taken) tell({ type: "row", before });
	return taken.length;
}

function deleteSession(table: MessageTable, session: SessionName, tell: Tell): number {
	const rows = rowsOf(table, session);
	for (const row of rows) takeRow(table, row.id);
	tell({ type: "session-deleted", session });
	return rows.length;
}

function renameSession(table: MessageTable, from: SessionName, to: string, tell: Tell): number {
	const rows = rowsOf(table, from);
	if (rows.length === 0 || from.sessionId === to) return rows.length;
	const target = { ...from, sessionId: to };
	const merged = rowsOf(table, target).length > 0;
	for (const row of rows) putRow(table, { ...row, sessionId: to });
	tell({ type: "session-renamed", from, to: target, merged });
	return rows.length;
}
