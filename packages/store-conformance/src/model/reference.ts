import { createMemoryStateStore, createMessageLog, type MessageLog } from "@foldback/session-compressor/memory";
import type { OpenedMemory, RowWriter, WrittenRow } from "../harness.ts";

/** A new, empty reference store over a message log in memory. */
export function openReference(log: MessageLog = createMessageLog({ now: Date.now })): OpenedMemory {
	return { store: createMemoryStateStore({ log, now: Date.now }), source: log.source, rows: logRows(log) };
}

export function logRows(log: MessageLog): RowWriter {
	return {
		append: async (scope, row) => log.append({ ...scope, ...row }),
		update: async (_scope, id, patch) => found(log.update(id, patch), id),
		delete: async (_scope, ids) => void log.delete(ids),
		renameSession: async (scope, to) => void log.renameSession(scope, to),
		deleteSession: async (scope) => void log.deleteSession(scope),
	};
}

function found(row: WrittenRow | undefined, id: string): WrittenRow {
	if (!row) throw new Error(`There is no row ${id}.`);
	return row;
}
