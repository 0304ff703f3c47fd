import pg from "pg";

/** Rows of each session that its memory has not absorbed. */
const waiting = `
	SELECT m.session_id, count(*)::int AS rows
	FROM message m LEFT JOIN session_memory_state s
		ON (s.flow_id, s.user_id, s.session_id, s.context_id) = (m.flow_id, m.user_id, m.session_id, '')
	WHERE NOT m.error AND m.text ~ '\\S'
		AND (s.session_id IS NULL OR (m.timestamp, m.id) > (s.covered_until_timestamp, s.covered_until_message_id))
	GROUP BY m.session_id HAVING count(*) > $1`;

/** @returns the sessions with more than so many messages that are not folded, and how many. */
export async function unfoldedSessions(url: string, most: number): Promise<ReadonlyMap<string, number>> {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	try {
		const { rows } = await client.query<{ readonly session_id: string; readonly rows: number }>(waiting, [most]);
		return new Map(rows.map((row) => [row.session_id, row.rows]));
	} finally {
		await client.end();
	}
}
