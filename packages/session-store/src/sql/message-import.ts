import { and, asc, lt } from "drizzle-orm";
import { importedRow } from "../import-row.ts";
import { nextTimestamp } from "../message-row.ts";
import type { ImportedMessage, MessagePlace } from "../session-store.ts";
import { inSession, type SessionKey } from "./conditions.ts";
import type { Invalidation } from "./invalidation.ts";
import { sessionLocks } from "./locks.ts";
import type { MemoryRows } from "./memory-rows.ts";
import { prepareMessageQueries } from "./message-queries.ts";
import { first, type Session, unnamed } from "./session.ts";
import { listSessions } from "./session-list.ts";
import type { Work } from "./work.ts";

/** Many rows at once: imports, and what has become too old. */
export function createMessageImport(session: Session, memory: MemoryRows, invalidation: Invalidation) {
	const { db, run, lock, now, newId } = session;
	const { flow, message } = session.tables;
	const queries = prepareMessageQueries(session);

	return {
		*importRows(key: SessionKey, rows: readonly ImportedMessage[], after: MessagePlace | undefined): Work<MessagePlace | undefined> {
			yield* lock(sessionLocks([key]));
			if (!(yield* first(session, queries.flowOf, { flowId: key.flowId, userId: key.userId }))) return undefined;
			const newest = yield* first(session, queries.newest, { ...key });
			if (!newest) yield* memory.forgetSession(key);
			const nowMs = nextTimestamp(now(), newest?.timestamp);
			let last = after;
			for (const given of rows) {
				const taken = given.id !== undefined && (yield* first(session, queries.byId, { id: given.id })) !== undefined;
				const row = importedRow(given, { session: key, after: last, nowMs, newId, isTaken: () => taken });
				yield* run(queries.insert, { ...row });
				if (row.eligible) yield* invalidation.rowWritten(row);
				last = { timestampMs: row.timestamp, id: row.id };
			}
			return last ?? { timestampMs: 0, id: "" };
		},

		/** @returns up to `limit` rows of all users that are older than a time, oldest first within a session. */
		*expired(beforeMs: number, limit: number): Work<readonly { readonly userId: string; readonly id: string }[]> {
			const found: { readonly userId: string; readonly id: string }[] = [];
			for (const { id: flowId, userId } of yield* run(db.select({ id: flow.id, userId: flow.userId }).from(flow).prepare(unnamed))) {
				for (const { sessionId } of yield* listSessions(session, userId, flowId)) {
					const old = and(inSession(message, { flowId, userId, sessionId }), lt(message.timestamp, beforeMs));
					const query = db.select({ userId: message.userId, id: message.id }).from(message).where(old).orderBy(asc(message.timestamp), asc(message.id));
					found.push(...(yield* run(query.limit(limit - found.length).prepare(unnamed))));
					if (found.length >= limit) return found;
				}
			}
			return found;
		},
	};
}
