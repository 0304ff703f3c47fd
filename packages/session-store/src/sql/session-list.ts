import { type Column, type SQL, sql } from "drizzle-orm";
import { type Session, unnamed } from "./session.ts";
import type { Work } from "./work.ts";

interface ListedSession {
	readonly sessionId: string;
	readonly newestMs: number;
}

/** Sessions of one flow with the time of their newest row, each found by one seek in the index: the number of rows does not matter. */
export function listSessions(session: Session, userId: string, flowId: string): Work<readonly ListedSession[]> {
	return session.run(sessionListQuery(session, userId, flowId).prepare(unnamed));
}

/**
 * A loose index scan: no DISTINCT of these databases skips, so a recursion seeks the next name. Where a subquery may give two columns, one seek to the
 * newest row before the last name finds the name and its time; elsewhere it takes two.
 */
export function sessionListQuery({ db, tables: { message }, hasLateral }: Pick<Session, "db" | "tables" | "hasLateral">, userId: string, flowId: string) {
	const value = (text: string, column: Column) => sql.param(text, column);
	const own = sql`flow_id = ${value(flowId, message.flowId)} AND user_id = ${value(userId, message.userId)}`;
	const found = sql`(${hasLateral ? byNewestRow(own) : byName(own)}) AS found`;
	return db.select({ sessionId: sql<string>`id`.mapWith(message.sessionId), newestMs: sql<number>`newest`.mapWith(Number) }).from(found);
}

function byNewestRow(own: SQL): SQL {
	const last = sql`ORDER BY session_id DESC, timestamp DESC, id DESC LIMIT 1`;
	return sql`
		WITH RECURSIVE session(id, newest) AS (
			(SELECT session_id, timestamp FROM message WHERE ${own} ${last})
			UNION ALL
			SELECT earlier.session_id, earlier.timestamp
			FROM session, LATERAL (SELECT session_id, timestamp FROM message WHERE ${own} AND session_id < session.id ${last}) AS earlier
		)
		SELECT id, newest FROM session`;
}

function byName(own: SQL): SQL {
	return sql`
		WITH RECURSIVE session(id) AS (
			SELECT min(session_id) FROM message WHERE ${own}
			UNION ALL
			SELECT (SELECT min(session_id) FROM message WHERE ${own} AND session_id > session.id) FROM session WHERE session.id IS NOT NULL
		)
		SELECT id, (SELECT max(timestamp) FROM message WHERE ${own} AND session_id = session.id) AS newest FROM session WHERE id IS NOT NULL`;
}

/** Merges equal names of several flows. */
export function newestFirst(sessions: readonly ListedSession[]): readonly string[] {
	const newest = new Map<string, number>();
	for (const { sessionId, newestMs } of sessions) newest.set(sessionId, Math.max(newestMs, newest.get(sessionId) ?? 0));
	return [...newest].sort(([, left], [, right]) => right - left).map(([sessionId]) => sessionId);
}
