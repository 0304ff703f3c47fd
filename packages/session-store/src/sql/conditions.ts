import type { Cursor, SessionScope } from "@foldback/session-compressor";
import { and, type Column, eq, type SQL, sql } from "drizzle-orm";

/** One user's session in one flow: what a write locks. */
export type SessionKey = Pick<SessionScope, "flowId" | "userId" | "sessionId">;

interface SessionColumns {
	readonly flowId: Column;
	readonly userId: Column;
	readonly sessionId: Column;
}

interface ScopeColumns extends SessionColumns {
	readonly contextId: Column;
}

interface PlaceColumns {
	readonly timestamp: Column;
	readonly id: Column;
}

/** A value that a prepared statement gets when it runs, under this name, encoded as the column's values are. */
export function given(name: string, column: Column): SQL {
	return sql`${sql.param(sql.placeholder(name), column)}`;
}

/** Rows of exactly this flow, user and session. */
export function inSession(table: SessionColumns, session: SessionKey): SQL | undefined {
	return and(eq(table.flowId, session.flowId), eq(table.userId, session.userId), eq(table.sessionId, session.sessionId));
}

/** Rows of exactly this flow, user, session and context. */
export function inScope(table: ScopeColumns, scope: SessionScope): SQL | undefined {
	return and(inSession(table, scope), eq(table.contextId, scope.contextId));
}

/** `inSession` of a prepared statement. */
export function inGivenSession(table: SessionColumns): SQL | undefined {
	return and(givenEqual(table.flowId, "flowId"), givenEqual(table.userId, "userId"), givenEqual(table.sessionId, "sessionId"));
}

/** `inScope` of a prepared statement. */
export function inGivenScope(table: ScopeColumns): SQL | undefined {
	return and(inGivenSession(table), givenEqual(table.contextId, "contextId"));
}

/** A column that has the value given under this name. */
export function givenEqual(column: Column, name: string): SQL {
	return eq(column, given(name, column));
}

/** `(timestamp, id)` of a row, comparable by an index. */
export function placeOf({ timestamp, id }: PlaceColumns): SQL {
	return sql`(${timestamp}, ${id})`;
}

/** A place to compare with. */
export function placeAt({ timestamp, id }: PlaceColumns, cursor: Cursor): SQL {
	return sql`(${sql.param(cursor.timestampMs, timestamp)}, ${sql.param(cursor.id, id)})`;
}

/** A place that a prepared statement gets as `timestamp` and `id`. */
export function givenPlace({ timestamp, id }: PlaceColumns): SQL {
	return sql`(${given("timestamp", timestamp)}, ${given("id", id)})`;
}
