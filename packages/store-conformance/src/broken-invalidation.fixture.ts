import { createMemoryStateStore, createMessageLog, type LogWrite, type MessageLog, type MessageRow } from "@foldback/session-compressor/memory";
import type { BrokenStore } from "./broken-saves.fixture.ts";
import { logRows } from "./model/reference.ts";

type RowWrite = Extract<LogWrite, { type: "row" }>;

/** A store that is told of other writes than those that happened. */
function mishearing(name: string, found: string, hear: (write: LogWrite) => readonly LogWrite[], changes: Partial<MessageLog> = {}): BrokenStore {
	const open = () => {
		const log = createMessageLog({ now: Date.now });
		const onWrite: typeof log.onWrite = (listener) => log.onWrite((write) => hear(write).forEach(listener));
		return { store: createMemoryStateStore({ log: { ...log, onWrite, ...changes }, now: Date.now }), source: log.source, rows: logRows(log) };
	};
	return { name, found, open };
}

function mishearingRows(name: string, found: string, hear: (write: RowWrite) => readonly LogWrite[]): BrokenStore {
	return mishearing(name, found, (write) => (write.type === "row" ? hear(write) : [write]));
}

const deaf = (when: (write: RowWrite) => boolean) => (write: RowWrite) => (when(write) ? [] : [write]);
const changed = ({ before, after }: RowWrite): boolean => before !== undefined && after !== undefined;

/** The write as if it were to rows elsewhere. */
function moved({ before, after }: RowWrite, move: (row: MessageRow) => MessageRow): RowWrite {
	return { type: "row", ...(before ? { before: move(before) } : {}), ...(after ? { after: move(after) } : {}) };
}

export const brokenInvalidations: readonly BrokenStore[] = [
	mishearingRows(
		"an edit does not invalidate",
		"when a row is edited",
		deaf((write) => changed(write) && write.before?.text !== write.after?.text),
	),
	mishearingRows(
		"an error set does not invalidate",
		"when a row is made an error",
		deaf((write) => changed(write) && write.after?.error === true),
	),
	mishearingRows(
		"an error cleared does not invalidate",
		"a row that becomes eligible",
		deaf((write) => write.before?.error === true && write.after?.error === false),
	),
	mishearingRows(
		"a blank text does not invalidate",
		"when a row is made blank",
		deaf((write) => changed(write) && write.after?.text.trim() === ""),
	),
	mishearingRows(
		"a delete does not invalidate",
		"when a row is deleted",
		deaf(({ after }) => after === undefined),
	),
	mishearingRows(
		"a late row does not invalidate",
		"when a row is preceded by a late row",
		deaf(({ before }) => before === undefined),
	),
	mishearingRows("only the context that a row came into is invalidated", "a move between contexts", ({ after, before }) => [
		{ type: "row", ...(after ? { after } : before ? { before } : {}) },
	]),
	mishearingRows("the scope of all contexts is not invalidated", "an edit of a row of a context", (write) => [
		moved(write, (row) => ({ ...row, sessionId: row.contextId ? "" : row.sessionId })),
	]),
	mishearingRows("a snapshot that ends at the row survives", "when a row is edited", (write) => [moved(write, (row) => ({ ...row, id: `${row.id}~` }))]),
	mishearingRows("one snapshot too many goes", "when a row is edited", (write) => [moved(write, (row) => ({ ...row, timestampMs: row.timestampMs - 4_000 }))]),
	mishearingRows("ties count as later", "a row at the cursor's own millisecond", (write) => [
		moved(write, (row) => (write.before ? row : { ...row, id: `~${row.id}` })),
	]),
	mishearingRows("rows that no one reads invalidate", "writes that no scope could read", (write) => [
		moved(write, (row) => ({ ...row, error: false, text: "text" })),
	]),
	mishearing("a deleted session leaves its memory", "a deleted session takes", (write) => (write.type === "session-deleted" ? [] : [write])),
	mishearing("a renamed session leaves its memory behind", "a renamed session takes", (write) => (write.type === "session-renamed" ? [] : [write])),
	mishearing("a merge keeps the memory of the old name", "a rename onto an existing name", (write) =>
		write.type === "session-renamed" ? [{ ...write, merged: false }] : [write],
	),
	mishearing("a merge keeps the memory of the new name", "a rename onto an existing name", (write) =>
		write.type === "session-renamed" && write.merged ? [{ type: "session-deleted", session: write.from }] : [write],
	),
	mishearing("a session whose rows went one by one is remembered", "overrides go with the session", (write) => [write], { hasRows: () => true }),
	mishearingRows("an invalidation forgets everything", "overrides outlive an invalidation", ({ before, after }) => {
		const session = before ?? after;
		return session ? [{ type: "session-deleted", session }] : [];
	}),
];
