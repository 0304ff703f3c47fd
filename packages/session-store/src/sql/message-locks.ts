import type { MessageRow } from "../message-row.ts";
import type { NewMessage } from "../session-store.ts";
import { messageLock, SessionMoved, sessionLocks } from "./locks.ts";
import type { MessageQueries } from "./message-queries.ts";
import { first, type Session } from "./session.ts";
import type { Work } from "./work.ts";

/** Locks of the sessions in which rows are by now, whatever they are called by then. @throws SessionMoved when one was renamed in between. */
export function createMessageLocks(session: Session, queries: MessageQueries) {
	const { lock } = session;
	const get = (userId: string, id: string): Work<MessageRow | undefined> => first(session, queries.own, { userId, id });

	/** The session that a new row goes to: that of the row it answers, wherever it was renamed to. @returns undefined when that row is gone. */
	function* sessionOf({ flowId, userId, sessionId }: NewMessage, answers: string | undefined): Work<string | undefined> {
		if (answers === undefined) return sessionId.toWellFormed();
		return (yield* first(session, queries.input, { id: answers, flowId, userId }))?.sessionId;
	}

	/** Locks the session that a new row goes to. @returns its name; undefined when the row that this one answers is gone. */
	function* lockSession(given: NewMessage, answers: string | undefined): Work<string | undefined> {
		const seen = yield* sessionOf(given, answers);
		const { flowId, userId } = given;
		yield* lock(sessionLocks([{ flowId, userId, sessionId: seen ?? given.sessionId }], given.id ? [messageLock(given.id)] : []));
		if (answers === undefined) return seen;
		const sessionId = yield* sessionOf(given, answers);
		if (sessionId !== seen) throw new SessionMoved(answers);
		return sessionId;
	}

	/** Locks the sessions of the rows. @returns the rows, as they are under the lock. */
	function* lockRows(userId: string, ids: readonly string[]): Work<readonly MessageRow[]> {
		const seen = new Map<string, MessageRow>();
		for (const id of new Set(ids)) {
			const row = yield* get(userId, id);
			if (row) seen.set(id, row);
		}
		if (seen.size === 0) return [];
		const sessions = new Map([...seen.values()].map((row) => [JSON.stringify([row.flowId, row.sessionId]), row]));
		yield* lock(sessionLocks([...sessions.values()]));
		const rows: MessageRow[] = [];
		for (const [id, { sessionId }] of seen) {
			const row = yield* get(userId, id);
			if (row && row.sessionId !== sessionId) throw new SessionMoved(id);
			if (row) rows.push(row);
		}
		return rows;
	}

	return { lockSession, lockRows };
}
