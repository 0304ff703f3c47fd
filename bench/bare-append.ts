import { createHash, randomUUID } from "node:crypto";
import pg from "pg";
import { flowId, userId } from "./load-database.ts";

const columns = "flow_id = $1 AND user_id = $2 AND session_id = $3";

/** The statements of an append, as the store sends them, on the bare driver with nothing around them. */
export function createBareAppend(url: string, maxConnections: number) {
	const pool = new pg.Pool({ connectionString: url, max: maxConnections });
	const append = async (sessionId: string, text: string): Promise<void> => {
		const client = await pool.connect();
		const run = async (name: string, statement: string, values: readonly unknown[]) =>
			(await client.query({ name, text: statement, rowMode: "array", values: [...values] })).rows;
		const lock = createHash("sha256").update(sessionId).digest().readBigInt64BE();
		await client.query(`BEGIN ISOLATION LEVEL READ COMMITTED; SELECT pg_advisory_xact_lock_shared(1); SELECT pg_advisory_xact_lock(${lock})`);
		await run("flow", "SELECT id FROM flow WHERE id = $1 AND user_id = $2", [flowId, userId]);
		const [newest] = await run("newest", `SELECT timestamp FROM message WHERE ${columns} ORDER BY timestamp DESC, id DESC LIMIT 1`, [
			flowId,
			userId,
			sessionId,
		]);
		const id = randomUUID();
		const timestamp = Math.max(Date.now(), Number(newest?.[0] ?? 0) + 1);
		const row = [id, flowId, userId, sessionId, "", timestamp, 0, true, "User", "User", text, "[]", false, false, "message", "{}", "[]", null];
		await run("insert", `INSERT INTO message VALUES (${row.map((_, index) => `$${index + 1}`).join(", ")})`, row);
		const reached = "covered_until_message_id <> '' AND (covered_until_timestamp, covered_until_message_id) >= ($4, $5)";
		const states = `SELECT * FROM session_memory_state WHERE ${columns} AND context_id IN ('', $6) AND ${reached}`;
		await run("states", states, [flowId, userId, sessionId, timestamp, id, ""]);
		await client.query("COMMIT");
		client.release();
	};
	return { append, close: () => pool.end() };
}
