import type { SessionScope } from "@foldback/session-compressor";
import { and, eq, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";

/** One user's session in one flow: what a write locks. */
export type SessionKey = Pick<SessionScope, "flowId" | "userId" | "sessionId">;

interface SessionColumns {
	readonly flowId: SQLiteColumn;
	readonly userId: SQLiteColumn;
	readonly sessionId: SQLiteColumn;
}

type Given<T> = { readonly [K in keyof T]: string | Placeholder };

/** Rows of exactly this flow, user and session. */
export function inSession(table: SessionColumns, session: Given<SessionKey>): SQL | undefined {
	return and(eq(table.flowId, session.flowId), eq(table.userId, session.userId), eq(table.sessionId, session.sessionId));
}

/** Rows of exactly this flow, user, session and context. */
export function inScope(table: SessionColumns & { readonly contextId: SQLiteColumn }, scope: Given<SessionScope>): SQL | undefined {
	return and(inSession(table, scope), eq(table.contextId, scope.contextId));
}

/** Values for a prepared query, by the names of `SessionScope`. */
export const given = {
	flowId: sql.placeholder("flowId"),
	userId: sql.placeholder("userId"),
	sessionId: sql.placeholder("sessionId"),
	contextId: sql.placeholder("contextId"),
} as const;

/** A place to compare with, as prepared queries take it. */
export const givenPlace = sql`(${sql.placeholder("timestamp")}, ${sql.placeholder("id")})`;

/** `(timestamp, id)` of a message row, comparable with `givenPlace` by an index. */
export function placeOf(table: { readonly timestamp: SQLiteColumn; readonly id: SQLiteColumn }): SQL {
	return sql`(${table.timestamp}, ${table.id})`;
}
