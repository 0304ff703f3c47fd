import { and, eq } from "drizzle-orm";
import { checkedTimestamp, type MessageRow, newMessageRow, nextTimestamp, patchedMessageRow, toMessageRecord } from "../message-row.ts";
import type { AppendResult, MessagePatch, NewMessage } from "../session-store.ts";
import type { Invalidation } from "./invalidation.ts";
import type { MemoryRows } from "./memory-rows.ts";
import { createMessageLocks } from "./message-locks.ts";
import { prepareMessageQueries } from "./message-queries.ts";
import { first, type Session, unnamed } from "./session.ts";
import type { Work } from "./work.ts";

/** Reads and writes of message rows one by one. */
export function createMessageWrites(session: Session, memory: MemoryRows, invalidation: Invalidation) {
	const { db, run, now, newId } = session;
	const { message } = session.tables;
	const queries = prepareMessageQueries(session);
	const { lockSession, lockRows } = createMessageLocks(session, queries);

	return {
		get: (userId: string, id: string): Work<MessageRow | undefined> => first(session, queries.own, { userId, id }),

		*append(given: NewMessage, answers: string | undefined): Work<AppendResult> {
			const { flowId, userId } = given;
			const sessionId = yield* lockSession(given, answers);
			if (!(yield* first(session, queries.flowOf, { flowId, userId }))) return { stored: false, reason: "flow-gone" };
			if (sessionId === undefined) return { stored: false, reason: "input-gone" };
			const newest = yield* first(session, queries.newest, { flowId, userId, sessionId });
			// A session exists by its rows: whatever memory is left under this name, a writer that knows nothing of it left behind.
			if (!newest) yield* memory.forgetSession({ flowId, userId, sessionId });
			const timestampMs = given.timestampMs === undefined ? nextTimestamp(now(), newest?.timestamp) : checkedTimestamp(given.timestampMs);
			const id = given.id && !(yield* first(session, queries.byId, { id: given.id })) ? given.id : newId();
			const row = newMessageRow(given, { id, sessionId, timestampMs });
			yield* run(queries.insert, { ...row });
			if (row.eligible) yield* invalidation.rowWritten(row);
			return { stored: true, message: toMessageRecord(row) };
		},

		*update(userId: string, id: string, patch: MessagePatch): Work<MessageRow | undefined> {
			const [row] = yield* lockRows(userId, [id]);
			const changed = row && patchedMessageRow(row, patch);
			if (!row || !changed) return row;
			const own = and(eq(message.userId, userId), eq(message.id, id));
			yield* run(db.update(message).set(changed).where(own).prepare(unnamed));
			yield* invalidation.rowChanged(row, changed);
			yield* memory.forgetAnswers(row);
			return changed;
		},

		/** @returns the number of rows removed. */
		*remove(userId: string, ids: readonly string[]): Work<number> {
			const rows = yield* lockRows(userId, ids);
			for (const row of rows) {
				yield* run(queries.delete, { userId, id: row.id });
				if (row.eligible) yield* invalidation.rowWritten(row);
				yield* invalidation.rowsGone(row, [row.contextId]);
				yield* memory.forgetAnswers(row);
			}
			return rows.length;
		},
	};
}
