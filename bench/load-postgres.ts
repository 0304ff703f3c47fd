import pg from "pg";
import { flowId, type SessionPlan, userId } from "./load-database.ts";

/** Fills an empty, migrated database as `loadDatabase` does: rows of all sessions in one shuffled order, indexes made at the end. */
export async function loadPostgres(url: string, plans: readonly SessionPlan[], messageChars: number): Promise<void> {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	try {
		await client.query("INSERT INTO flow VALUES ($1, $2, 'Bench', '', '{}', 1, 0, 0)", [flowId, userId]);
		const indexes = await client.query<{ readonly indexname: string; readonly indexdef: string }>(
			"SELECT indexname, indexdef FROM pg_indexes WHERE tablename = 'message' AND indexname <> 'message_pkey'",
		);
		for (const { indexname } of indexes.rows) await client.query(`DROP INDEX ${indexname}`);
		const columns = [
			plans.map(({ sessionId }) => sessionId),
			plans.map(({ rows }) => rows),
			plans.map(({ rareRows = 0 }) => rareRows),
			plans.map(({ rows, errorShare = 0 }) => rows * errorShare),
		];
		await client.query(insert, [...columns, flowId, userId, messageChars]);
		for (const { indexdef } of indexes.rows) await client.query(indexdef);
		await client.query("VACUUM ANALYZE message");
	} finally {
		await client.end();
	}
}

/** Whether a row is one of `wanted` of its session's rows, spread evenly. */
const isEvery = (wanted: string) => `floor((n + 1) * ${wanted} / rows) > floor(n * ${wanted} / rows)`;

const insert = `
	INSERT INTO message
	SELECT '018bcfe5-0000-7000-8000-' || lpad(to_hex(i), 12, '0'), $5, $6, session_id, CASE WHEN ${isEvery("rare")} THEN 'rare' ELSE '' END, 1700000000000 + i, 0,
		NOT (${isEvery("errors")}), CASE WHEN n % 2 = 0 THEN 'User' ELSE 'Machine' END, '', left(i || repeat(' The cluster of PRJ-123 is in the EU.', 20), $7), '[]',
		${isEvery("errors")}, false, 'message', '{}', '[]', NULL
	FROM (
		SELECT session_id, rows, rare, errors, n, row_number() OVER (ORDER BY md5(session_id || n)) AS i
		FROM unnest($1::text[], $2::float8[], $3::float8[], $4::float8[]) AS plan(session_id, rows, rare, errors), generate_series(0, rows::int - 1) AS n
	) AS shuffled
	ORDER BY i`;
