import { randomUUID } from "node:crypto";
import type { Pool } from "pg";
import { bufferFromJson, bufferToJson, columnText } from "./buffer-json.ts";
import type { BufferStore } from "./buffer-store.ts";
import type { ChatKey } from "./chat-storage.ts";

export interface PostgresBufferStoreOptions {
	/** A pool of yours; it stays open. Listen to its `error` event: without a listener, a server that stops ends your process. */
	readonly pool: Pool;
}

const createTable = `
	CREATE TABLE IF NOT EXISTS foldback_chat_buffer (
		user_id text NOT NULL,
		session_id text NOT NULL,
		agent_id text NOT NULL,
		buffer text NOT NULL,
		version text NOT NULL,
		PRIMARY KEY (user_id, session_id, agent_id)
	)`;
/** Taken while the table is created: IF NOT EXISTS alone fails when several do it at once. */
const createLock = 730_512_246;
const ownKey = "user_id = $1 AND session_id = $2 AND agent_id = $3";

const queries = {
	load: `SELECT buffer, version FROM foldback_chat_buffer WHERE ${ownKey}`,
	insert: "INSERT INTO foldback_chat_buffer VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING RETURNING version",
	update: `UPDATE foldback_chat_buffer SET buffer = $4, version = $5 WHERE ${ownKey} AND version = $6 RETURNING version`,
	delete: "DELETE FROM foldback_chat_buffer WHERE user_id = $1 AND session_id = $2 AND ($3::text IS NULL OR agent_id = $3)",
};

/** Buffers in PostgreSQL, for any number of processes and machines. Creates its table where needed. */
export async function openPostgresBufferStore({ pool }: PostgresBufferStoreOptions): Promise<BufferStore> {
	await createTableOnce(pool);
	return {
		shared: true,
		load: async (key) => {
			const { rows } = await pool.query<{ buffer: string; version: string }>(queries.load, idsOf(key));
			return rows[0] && { buffer: bufferFromJson(rows[0].buffer), version: rows[0].version };
		},
		save: async (key, buffer, expectedVersion) => {
			const version = randomUUID();
			const row = [...idsOf(key), bufferToJson(buffer), version];
			const { rows } = expectedVersion === undefined ? await pool.query(queries.insert, row) : await pool.query(queries.update, [...row, expectedVersion]);
			return rows.length === 1 ? { saved: true, version } : { saved: false };
		},
		delete: async ({ userId, sessionId, agentId }) => {
			await pool.query(queries.delete, [columnText(userId), columnText(sessionId), agentId === undefined ? null : columnText(agentId)]);
		},
	};
}

async function createTableOnce(pool: Pool): Promise<void> {
	const client = await pool.connect();
	try {
		await client.query("BEGIN");
		await client.query("SELECT pg_advisory_xact_lock($1)", [createLock]);
		await client.query(createTable);
		await client.query("COMMIT");
	} catch (error) {
		await client.query("ROLLBACK").catch(() => undefined);
		throw error;
	} finally {
		client.release();
	}
}

function idsOf({ userId, sessionId, agentId }: ChatKey): string[] {
	return [userId, sessionId, agentId].map(columnText);
}
