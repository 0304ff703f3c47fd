import { compareCursors } from "../cursor.ts";
import { extendDigest } from "../digest.ts";
import type { SessionMessage } from "../message.ts";
import type { MessageSource } from "../message-source.ts";
import { eligibleRows, type MessageRow, type MessageTable } from "./message-table.ts";

/** Reads a table's eligible rows. A reference: its cost grows with the session. */
export function createTableSource(table: MessageTable): MessageSource {
	return {
		newest: async (scope, limit, options) => {
			const rows = eligibleRows(table, scope).filter((row) => row.id !== options?.exclude);
			return rows.slice(Math.max(0, rows.length - limit)).map(toMessage);
		},
		after: async (scope, cursor, limit, options) => {
			const rows = eligibleRows(table, scope).filter((row) => row.id !== options?.exclude && (!cursor || compareCursors(row, cursor) > 0));
			return rows.slice(0, limit).map(toMessage);
		},
		count: async (scope, range) => {
			const rows = eligibleRows(table, scope);
			if ("through" in range) return rows.filter((row) => compareCursors(row, range.through) <= 0).length;
			const { after } = range;
			return after ? rows.filter((row) => compareCursors(row, after) > 0).length : rows.length;
		},
		digest: async (scope, through) => {
			const rows = eligibleRows(table, scope);
			const covered = rows.slice(0, rows.findIndex((row) => row.id === through.id) + 1);
			return covered.reduce((digest: string | undefined, row) => extendDigest(digest, row), undefined);
		},
	};
}

function toMessage(row: MessageRow): SessionMessage {
	return structuredClone({
		id: row.id,
		revision: row.revision,
		timestampMs: row.timestampMs,
		role: row.role,
		text: row.text,
		...(row.files.length > 0 ? { files: row.files } : {}),
		...(row.continues === undefined ? {} : { continues: row.continues }),
	});
}
