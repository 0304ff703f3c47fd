import { randomUUID } from "node:crypto";
import Database from "better-sqlite3";
import { bufferFromJson, bufferToJson, columnText } from "./buffer-json.ts";
import type { BufferStore } from "./buffer-store.ts";
import type { ChatKey } from "./chat-storage.ts";

export interface SqliteBufferStoreOptions {
	/** The database file; its folder must exist. It may be a file that others use too: only the table `foldback_chat_buffer` is touched. */
	readonly path: string;
	/** How long a call waits for another process's write, in milliseconds. Default 10,000. */
	readonly busyTimeoutMs?: number;
}

export interface ClosableBufferStore extends BufferStore {
	close(): Promise<void>;
}

const createTable = `
	CREATE TABLE IF NOT EXISTS foldback_chat_buffer (
		user_id TEXT NOT NULL,
		session_id TEXT NOT NULL,
		agent_id TEXT NOT NULL,
		buffer TEXT NOT NULL,
		version TEXT NOT NULL,
		PRIMARY KEY (user_id, session_id, agent_id)
	) WITHOUT ROWID`;
const ownKey = "user_id = @userId AND session_id = @sessionId AND agent_id = @agentId";

interface SqliteRow {
	readonly buffer: string;
	readonly version: string;
}

/** Buffers in an SQLite file, for one machine: a restart is warm, and several processes agree. Creates its table where needed. @throws Error that names the path. */
export async function openSqliteBufferStore({ path, busyTimeoutMs = 10_000 }: SqliteBufferStoreOptions): Promise<ClosableBufferStore> {
	const database = openDatabase(path, busyTimeoutMs);
	const load = database.prepare<[ChatKey], SqliteRow>(`SELECT buffer, version FROM foldback_chat_buffer WHERE ${ownKey}`);
	const insert = database.prepare(
		"INSERT INTO foldback_chat_buffer VALUES (@userId, @sessionId, @agentId, @buffer, @version) ON CONFLICT DO NOTHING RETURNING version",
	);
	const update = database.prepare(
		`UPDATE foldback_chat_buffer SET buffer = @buffer, version = @version WHERE ${ownKey} AND version = @expectedVersion RETURNING version`,
	);
	const remove = database.prepare("DELETE FROM foldback_chat_buffer WHERE user_id = ? AND session_id = ? AND (? IS NULL OR agent_id = ?)");
	return {
		shared: true,
		load: async (key) => {
			const row = load.get(idsOf(key));
			return row && { buffer: bufferFromJson(row.buffer), version: row.version };
		},
		save: async (key, buffer, expectedVersion) => {
			const version = randomUUID();
			const row = { ...idsOf(key), buffer: bufferToJson(buffer), version };
			const written = expectedVersion === undefined ? insert.all(row) : update.all({ ...row, expectedVersion });
			return written.length === 1 ? { saved: true, version } : { saved: false };
		},
		delete: async ({ userId, sessionId, agentId }) => {
			const agent = agentId === undefined ? null : columnText(agentId);
			remove.run(columnText(userId), columnText(sessionId), agent, agent);
		},
		close: async () => {
			database.close();
		},
	};
}

function openDatabase(path: string, busyTimeoutMs: number): Database.Database {
	let database: Database.Database | undefined;
	try {
		database = new Database(path, { timeout: busyTimeoutMs });
		// What is overwritten is zeroed in the file: a forgotten summary leaves no text behind.
		database.pragma("secure_delete = ON");
		database.exec(createTable);
		return database;
	} catch (cause) {
		database?.close();
		const reason = cause instanceof Error ? cause.message : String(cause);
		throw new Error(`${path}: the database of summaries cannot be opened (${reason}). Give the path of an SQLite file in a folder that exists.`, { cause });
	}
}

function idsOf({ userId, sessionId, agentId }: ChatKey): ChatKey {
	return { userId: columnText(userId), sessionId: columnText(sessionId), agentId: columnText(agentId) };
}
