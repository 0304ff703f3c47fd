import { type SQL, sql } from "drizzle-orm";
import type { Connection } from "./connection.ts";

/** Sessions of one flow with the time of their newest row, each found by one seek in the index: the number of rows does not matter. */
export function listSessions(db: Connection["db"], userId: string, flowId: string): readonly { readonly sessionId: string; readonly newestMs: number }[] {
	return db.all(sessionListQuery(userId, flowId));
}

/** A loose index scan: SQLite has no DISTINCT that skips, so a recursion seeks the next larger name. */
export function sessionListQuery(userId: string, flowId: string): SQL {
	const own = sql`flow_id = ${flowId} AND user_id = ${userId}`;
	return sql`
		WITH RECURSIVE session(id) AS (
			SELECT min(session_id) FROM message WHERE ${own}
			UNION ALL
			SELECT (SELECT min(session_id) FROM message WHERE ${own} AND session_id > session.id) FROM session WHERE session.id IS NOT NULL
		)
		SELECT id AS sessionId, (SELECT max(timestamp) FROM message WHERE ${own} AND session_id = session.id) AS newestMs FROM session WHERE id IS NOT NULL`;
}
