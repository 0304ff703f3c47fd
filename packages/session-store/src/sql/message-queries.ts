import { and, desc, sql } from "drizzle-orm";
import { givenEqual, inGivenSession } from "./conditions.ts";
import type { Session } from "./session.ts";

export type MessageQueries = ReturnType<typeof prepareMessageQueries>;

/** Prepared queries of the single-row message writes. Unprepared ones cost five times as much. */
export function prepareMessageQueries({ db, tables: { flow, message } }: Pick<Session, "db" | "tables">) {
	const byId = givenEqual(message.id, "id");
	const own = and(givenEqual(message.userId, "userId"), byId);
	const inFlow = and(own, givenEqual(message.flowId, "flowId"));
	const ownFlow = and(givenEqual(flow.id, "flowId"), givenEqual(flow.userId, "userId"));
	return {
		flowOf: db.select({ id: flow.id }).from(flow).where(ownFlow).prepare("message_flow"),
		/** The user row that an answer belongs to, wherever its session was renamed to. */
		input: db.select({ sessionId: message.sessionId }).from(message).where(inFlow).prepare("message_input"),
		newest: db
			.select({ timestamp: message.timestamp })
			.from(message)
			.where(inGivenSession(message))
			.orderBy(desc(message.timestamp), desc(message.id))
			.limit(1)
			.prepare("message_newest"),
		byId: db.select({ id: message.id }).from(message).where(byId).prepare("message_by_id"),
		own: db.select().from(message).where(own).prepare("message_own"),
		delete: db.delete(message).where(own).prepare("message_delete"),
		insert: db
			.insert(message)
			.values({
				id: sql.placeholder("id"),
				flowId: sql.placeholder("flowId"),
				userId: sql.placeholder("userId"),
				sessionId: sql.placeholder("sessionId"),
				contextId: sql.placeholder("contextId"),
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
			.prepare("message_insert"),
	};
}
