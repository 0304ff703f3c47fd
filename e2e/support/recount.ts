import Database from "better-sqlite3";
import { z } from "zod";

const stateRow = z.object({
	summary: z.string(),
	pinned: z.string(),
	covered_until_message_id: z.string(),
	covered_until_timestamp: z.number(),
	absorbed_count: z.number(),
	incarnation: z.string(),
	version: z.number(),
});

/** The one memory state in a database file, as its columns stand there. */
export type StoredState = z.infer<typeof stateRow>;

/** What a database file holds, read without any code of the host. */
export interface Recount {
	readonly integrity: string;
	readonly messages: readonly { readonly id: string; readonly text: string }[];
	readonly state: StoredState | undefined;
	/** Rows with text or files and without an error, at or before the state's cursor. */
	readonly rowsThroughCursor: number;
	/** Snapshots of saved folds, newest first. */
	readonly snapshots: readonly string[];
}

/** Opens the file as the next host would, so that SQLite recovers what the last one left, and counts. */
export function recount(file: string): Recount {
	const database = new Database(file, { fileMustExist: true });
	try {
		const state = stateRow.optional().parse(database.prepare("SELECT * FROM session_memory_state").get());
		return {
			integrity: String(database.pragma("integrity_check", { simple: true })),
			messages: z.array(z.object({ id: z.string(), text: z.string() })).parse(database.prepare("SELECT id, text FROM message").all()),
			state,
			rowsThroughCursor: state ? countThrough(database, state) : 0,
			snapshots: z
				.array(z.object({ snapshot: z.string() }))
				.parse(database.prepare("SELECT snapshot FROM session_memory_fold WHERE outcome = 'saved' ORDER BY sequence DESC").all())
				.map(({ snapshot }) => snapshot),
		};
	} finally {
		database.close();
	}
}

function countThrough(database: Database.Database, state: StoredState): number {
	const sql = `SELECT count(*) AS count FROM message
		WHERE error = 0 AND (trim(text, char(9, 10, 13, 32)) <> '' OR files <> '[]') AND (timestamp, id) <= (?, ?)`;
	const row = database.prepare(sql).get(state.covered_until_timestamp, state.covered_until_message_id);
	return z.object({ count: z.number() }).parse(row).count;
}
