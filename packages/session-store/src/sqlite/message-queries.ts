import { and, desc, eq, sql } from "drizzle-orm";
import type { BetterSQLite3Database } from "drizzle-orm/better-sqlite3";
import { given, inSession } from "./conditions.ts";
import { flow, message } from "./schema.ts";

/** Prepared queries of the single-row message writes. Unprepared ones cost five times as much. */
export function prepareMessageQueries(db: BetterSQLite3Database) {
	const id = sql.placeholder("id");
	const own = and(eq(message.userId, given.userId), eq(message.id, id));
	return {
		flowOf: db
			.select({ id: flow.id })
			.from(flow)
			.where(and(eq(flow.id, given.flowId), eq(flow.userId, given.userId)))
			.prepare(),
		/** The user row that an answer belongs to, wherever its session was renamed to. */
		input: db
			.select({ sessionId: message.sessionId })
			.from(message)
			.where(and(own, eq(message.flowId, given.flowId)))
			.prepare(),
		newest: db
			.select({ timestamp: message.timestamp })
			.from(message)
			.where(inSession(message, given))
			.orderBy(desc(message.timestamp), desc(message.id))
			.limit(1)
			.prepare(),
		byId: db.select({ id: message.id }).from(message).where(eq(message.id, id)).prepare(),
		own: db.select().from(message).where(own).prepare(),
		delete: db.delete(message).where(own).prepare(),
		insert: db
			.insert(message)
			.values({
				id,
				...given,
				timestamp: sql.placeholder("timestamp"),
				revision: sql.placeholder("revision"),
				eligible: sql.placeholder("eligible"),
				sender: sql.placeholder("sender"),
				senderName: sql.placeholder("senderName"),
				text: sql.placeholder("text"),
				files: sql.placeholder("files"),
				error: sql.placeholder("error"),
				edit: sql.placeholder("edit"),
				category: sql.placeholder("category"),
				properties: sql.placeholder("properties"),
				contentBlocks: sql.placeholder("contentBlocks"),
				durationMs: sql.placeholder("durationMs"),
			})
			.prepare(),
	};
}
