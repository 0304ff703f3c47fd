import { and, eq, inArray, lt } from "drizzle-orm";
import type { ErasedData } from "../session-store.ts";
import { flowLock, sessionLocks, userLock } from "./locks.ts";
import { type Session, unnamed } from "./session.ts";
import { listSessions } from "./session-list.ts";
import type { Work } from "./work.ts";

/** Message rows that one transaction deletes at most: whoever writes meanwhile waits for a few milliseconds. */
export const rowsAtOnce = 500;

/** Sessions whose memory one transaction deletes at most: each may have some 200 rows beside its messages. */
export const sessionsAtOnce = 20;

/** Sessions of one user, by name, in some of his flows. */
export interface ClearedSessions {
	readonly userId: string;
	readonly flowIds: readonly string[];
	readonly sessionIds: readonly string[];
}

/** Removes whole sessions, flows and users piece by piece. */
export function createClearing(session: Session) {
	const { db, run, lock } = session;
	const { flow, sessionMemoryFold: fold, foldSpend, idempotencyKey, message, runRecord, secret, sessionMemoryState: state } = session.tables;

	/** Names keep their requests, so that one sent again does not bring the chat back; what was kept of their answers goes. */
	function* forgetAnswers({ userId, flowIds, sessionIds }: ClearedSessions): Work<number> {
		const named = and(inArray(idempotencyKey.flowId, [...flowIds]), eq(idempotencyKey.userId, userId), inArray(idempotencyKey.sessionId, [...sessionIds]));
		const blank = db.update(idempotencyKey).set({ texts: "", forgotten: true }).where(named).returning({ key: idempotencyKey.key });
		return (yield* run(blank.prepare(unnamed))).length;
	}

	return {
		/**
		 * One piece: all that is remembered of the sessions, and up to `rowsAtOnce` of their messages. Memory goes with every piece, so that what is folded
		 * from the rest meanwhile does not stay. @returns what was removed; fewer messages than `rowsAtOnce`: it was the last piece.
		 */
		*clearSessions({ userId, flowIds, sessionIds }: ClearedSessions): Work<ErasedData> {
			yield* lock(sessionLocks(flowIds.flatMap((flowId) => sessionIds.map((sessionId) => ({ flowId, userId, sessionId })))));
			const named = (table: typeof message | typeof fold | typeof state | typeof runRecord) =>
				and(inArray(table.flowId, [...flowIds]), eq(table.userId, userId), inArray(table.sessionId, [...sessionIds]));
			const folds = yield* run(db.delete(fold).where(named(fold)).returning({ sequence: fold.sequence }).prepare(unnamed));
			const states = yield* run(db.delete(state).where(named(state)).returning({ version: state.version }).prepare(unnamed));
			const runs = yield* run(db.delete(runRecord).where(named(runRecord)).returning({ id: runRecord.id }).prepare(unnamed));
			const keptAnswers = yield* forgetAnswers({ userId, flowIds, sessionIds });
			const some = db.select({ id: message.id }).from(message).where(named(message)).limit(rowsAtOnce);
			const messages = yield* run(db.delete(message).where(inArray(message.id, some)).returning({ id: message.id }).prepare(unnamed));
			return { ...nothingErased, folds: folds.length, states: states.length, runs: runs.length, messages: messages.length, keptAnswers };
		},

		/** @returns the names of a flow's sessions. */
		*sessionsOf(userId: string, flowId: string): Work<readonly string[]> {
			return (yield* listSessions(session, userId, flowId)).map(({ sessionId }) => sessionId);
		},

		*flowsOf(userId: string): Work<readonly string[]> {
			return (yield* run(db.select({ id: flow.id }).from(flow).where(eq(flow.userId, userId)).prepare(unnamed))).map(({ id }) => id);
		},

		/** What is left of a user whose sessions are gone: kept answers, and what folds cost on earlier days. */
		*eraseRest(userId: string, today: string): Work<ErasedData> {
			yield* lock({ exclusive: [userLock(userId)] });
			const keys = db.delete(idempotencyKey).where(eq(idempotencyKey.userId, userId)).returning({ key: idempotencyKey.key });
			const keptAnswers = (yield* run(keys.prepare(unnamed))).length;
			const earlier = and(eq(foldSpend.userId, userId), lt(foldSpend.day, today));
			yield* run(db.delete(foldSpend).where(earlier).prepare(unnamed));
			return { ...nothingErased, keptAnswers };
		},

		/** A flow with its secrets and whatever rows are left. */
		*removeFlow(userId: string, id: string): Work<ErasedData> {
			yield* lock({ exclusive: [userLock(userId), flowLock(id)] });
			// Messages, states and journal go with the flow's row, by their foreign keys.
			const own = and(eq(flow.userId, userId), eq(flow.id, id));
			const gone = yield* run(db.delete(flow).where(own).returning({ id: flow.id }).prepare(unnamed));
			if (gone.length === 0) return nothingErased;
			const secrets = db
				.delete(secret)
				.where(and(eq(secret.userId, userId), eq(secret.flowId, id)))
				.returning({ id: secret.id });
			return { ...nothingErased, flows: 1, secrets: (yield* run(secrets.prepare(unnamed))).length };
		},
	};
}

export const nothingErased: ErasedData = { messages: 0, states: 0, folds: 0, runs: 0, keptAnswers: 0, flows: 0, secrets: 0 };
