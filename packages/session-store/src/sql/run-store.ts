import { and, desc, eq, inArray, lt, lte, or, sql } from "drizzle-orm";
import type { RunRecord } from "../records.ts";
import { newRunRow, type RunRow, toRunRecord } from "../run-row.ts";
import { maxRunsPerSession, type RunStore } from "../session-store.ts";
import { inSession, type SessionKey } from "./conditions.ts";
import { SessionMoved, sessionLocks } from "./locks.ts";
import { type Connection, first, type Session, unnamed } from "./session.ts";
import { mapWork, type Work } from "./work.ts";

const defaultLimit = 100;
const maxContexts = 100;

/** Reads and writes of run records on one connection. */
export function createRunWork(session: Session) {
	const { db, run: execute, lock } = session;
	const { sessionMemoryFold: fold, message, runRecord: run, sessionMemoryState: state } = session.tables;
	const newestFirst = [desc(run.startedAt), desc(run.id)];

	/** Keeps the newest ones. */
	function* trim(key: SessionKey): Work<void> {
		const ofSession = inSession(run, key);
		const places = db
			.select({ startedAt: run.startedAt, id: run.id })
			.from(run)
			.where(ofSession)
			.orderBy(...newestFirst);
		const tooOld = yield* first(session, places.limit(1).offset(maxRunsPerSession).prepare(unnamed));
		if (!tooOld) return;
		const outOfTime = or(lt(run.startedAt, tooOld.startedAt), and(eq(run.startedAt, tooOld.startedAt), lte(run.id, tooOld.id)));
		yield* execute(db.delete(run).where(and(ofSession, outOfTime)).prepare(unnamed));
	}

	/** The session in which its rows are by now. */
	function* sessionOf({ answerId, inputId, userId, flowId }: Parameters<RunStore["add"]>[0]): Work<string | undefined> {
		const rows = [answerId, inputId].filter((id) => id !== "");
		if (rows.length === 0) return undefined;
		const own = and(eq(message.userId, userId), eq(message.flowId, flowId), inArray(message.id, rows));
		return (yield* first(session, db.select({ sessionId: message.sessionId }).from(message).where(own).limit(1).prepare(unnamed)))?.sessionId;
	}

	return {
		*add(given: Parameters<RunStore["add"]>[0]): Work<boolean> {
			const seen = yield* sessionOf(given);
			if (seen === undefined) return false;
			yield* lock(sessionLocks([{ ...given, sessionId: seen }]));
			const sessionId = yield* sessionOf(given);
			if (sessionId === undefined) return false;
			if (sessionId !== seen) throw new SessionMoved(given.inputId);
			const row = newRunRow(given, sessionId);
			yield* execute(db.insert(run).values(row).prepare(unnamed));
			yield* trim(row);
			return true;
		},

		*get(userId: string, id: string): Work<RunRecord | undefined> {
			const find = (where: ReturnType<typeof and>): Work<RunRow | undefined> => first(session, db.select().from(run).where(where).prepare(unnamed));
			const byId = yield* find(and(eq(run.userId, userId), eq(run.id, id)));
			const row = byId ?? (yield* find(and(eq(run.userId, userId), eq(run.answerId, id), sql`answer_id <> ''`)));
			return row && toRunRecord(row);
		},

		list(userId: string, { flowId, sessionId, limit = defaultLimit, before }: Parameters<RunStore["list"]>[1]): Work<readonly RunRecord[]> {
			const wanted = [
				eq(run.userId, userId),
				flowId === undefined ? undefined : eq(run.flowId, flowId),
				sessionId === undefined ? undefined : eq(run.sessionId, sessionId),
				before && sql`(${run.startedAt}, ${run.id}) < (${sql.param(before.startedAtMs, run.startedAt)}, ${sql.param(before.id, run.id)})`,
			];
			const query = db
				.select()
				.from(run)
				.where(and(...wanted))
				.orderBy(...newestFirst)
				.limit(limit);
			return mapWork(execute(query.prepare(unnamed)), (rows) => rows.map(toRunRecord));
		},

		contexts(key: SessionKey): Work<readonly string[]> {
			const states = db.select({ contextId: state.contextId }).from(state).where(inSession(state, key));
			const folds = db.select({ contextId: fold.contextId }).from(fold).where(inSession(fold, key));
			return mapWork(execute(states.union(folds).limit(maxContexts).prepare(unnamed)), (rows) => rows.map(({ contextId }) => contextId));
		},
	};
}

export function createRunStore({ read, write }: Connection<{ readonly runs: ReturnType<typeof createRunWork> }>): RunStore {
	return {
		add: (given) => {
			const run = structuredClone(given);
			return write(({ runs }) => runs.add(run));
		},
		get: (userId, id) => read(({ runs }) => runs.get(userId, id)),
		list: (userId, filter) => read(({ runs }) => runs.list(userId, filter)),
		contexts: (session) => read(({ runs }) => runs.contexts(session)),
	};
}
