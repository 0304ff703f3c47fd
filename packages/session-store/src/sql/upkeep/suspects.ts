import { and, asc, ne, sql } from "drizzle-orm";
import type { SessionKey } from "../conditions.ts";
import { type Session, unnamed } from "../session.ts";
import type { Work } from "../work.ts";
import { whiteSpace } from "./white-space.ts";

/** Reads that look through whole tables, page by page, without a lock: what they show is a suspicion until it has been seen under one. */
export function createSuspectReads(session: Session) {
	const { db, run } = session;
	const { flow, message, sessionMemoryState: state } = session.tables;
	const sessionColumns = { flowId: message.flowId, userId: message.userId, sessionId: message.sessionId };

	return {
		/** Sessions with states, journal entries or run records whose scope has no message rows. */
		withoutRows: (): Work<readonly SessionKey[]> => {
			const inSession = "m.flow_id = kept.flow_id AND m.user_id = kept.user_id AND m.session_id = kept.session_id";
			const inScope = `${inSession} AND (kept.context_id = '' OR m.context_id = kept.context_id)`;
			const orphans = (table: string, same: string) =>
				`SELECT flow_id, user_id, session_id FROM ${table} AS kept WHERE NOT EXISTS (SELECT 1 FROM message AS m WHERE ${same})`;
			const found = sql.raw(
				`(${[orphans("session_memory_state", inScope), orphans("session_memory_fold", inScope), orphans("run_record", inSession)].join(" UNION ")}) AS found`,
			);
			const columns = {
				flowId: sql<string>`flow_id`.mapWith(sessionColumns.flowId),
				userId: sql<string>`user_id`.mapWith(sessionColumns.userId),
				sessionId: sql<string>`session_id`.mapWith(sessionColumns.sessionId),
			};
			return run(db.select(columns).from(found).prepare(unnamed));
		},

		/** Flows that rows belong to and that are no more. */
		goneFlows: (): Work<readonly { readonly flowId: string }[]> => {
			const named = flowTables.map((table) => `SELECT flow_id FROM ${table}`).join(" UNION ");
			const found = sql.raw(`(SELECT flow_id FROM (${named}) AS named WHERE NOT EXISTS (SELECT 1 FROM flow WHERE flow.id = named.flow_id)) AS found`);
			return run(
				db
					.select({ flowId: sql<string>`flow_id`.mapWith(sessionColumns.flowId) })
					.from(found)
					.prepare(unnamed),
			);
		},

		/** Rows whose mark is not what text, files and error say, in order of their ids. */
		wrongMarks: (afterId: string, limit: number): Work<readonly { readonly id: string; readonly userId: string }[]> => {
			const visible = sql`NOT error AND (files <> '[]' OR trim(text, ${sql.param(whiteSpace, message.text)}) <> '')`;
			const wrong = sql`${message.id} > ${sql.param(afterId, message.id)} AND eligible <> (${visible})`;
			return run(db.select({ id: message.id, userId: message.userId }).from(message).where(wrong).orderBy(asc(message.id)).limit(limit).prepare(unnamed));
		},

		/** Ids of all flows of all users. */
		*flowIds(): Work<readonly string[]> {
			return (yield* run(db.select({ id: flow.id }).from(flow).prepare(unnamed))).map(({ id }) => id);
		},

		/** Rows with files, in order of their ids. */
		withFiles: (afterId: string, limit: number) => {
			const { id, flowId, userId, sessionId, contextId, files } = message;
			const named = and(sql`${id} > ${sql.param(afterId, id)}`, ne(files, "[]"));
			return run(db.select({ id, flowId, userId, sessionId, contextId, files }).from(message).where(named).orderBy(asc(id)).limit(limit).prepare(unnamed));
		},

		/** Whether the database holds memory states of messages that live elsewhere: no message at all, and no flow that anybody saved. */
		*holdsStatesAlone(): Work<boolean> {
			const anything = sql.raw("(SELECT id FROM message UNION ALL SELECT id FROM flow WHERE revision > 0 LIMIT 1) AS found");
			const rows = yield* run(db.select({ id: sql<string>`id` }).from(anything).prepare(unnamed));
			if (rows.length > 0) return false;
			return (yield* run(db.select({ version: state.version }).from(state).limit(1).prepare(unnamed))).length > 0;
		},
	};
}

/** Tables whose rows belong to a flow, in the order in which they are emptied. */
export const flowTables = ["idempotency_key", "run_record", "session_memory_fold", "session_memory_state", "message", "secret"] as const;
