import { and, desc, eq, sql } from "drizzle-orm";
import type { RunRecord } from "../records.ts";
import { newRunRow, type RunRow, toRunRecord } from "../run-row.ts";
import { maxRunsPerSession, type RunStore } from "../session-store.ts";
import { givenEqual, givenPlace, inGivenSession, inSession, placeOf, type SessionKey } from "./conditions.ts";
import { SessionMoved, sessionLocks } from "./locks.ts";
import { type Connection, first, type Session, unnamed } from "./session.ts";
import { mapWork, type Work } from "./work.ts";

const defaultLimit = 100;
const maxContexts = 100;

/** Reads and writes of run records on one connection. */
export function createRunWork(session: Session) {
	const { db, run: execute, lock } = session;
	const { sessionMemoryFold: fold, runRecord: run, sessionMemoryState: state } = session.tables;
	const newestFirst = [desc(run.startedAt), desc(run.id)];

	let prepared: ReturnType<typeof prepareRunQueries> | undefined;
	const queries = () => {
		prepared ??= prepareRunQueries(session);
		return prepared;
	};

	/** Keeps the newest ones. */
	function* trim(key: SessionKey): Work<void> {
		const tooOld = yield* first(session, queries().tooOld, { ...key });
		if (!tooOld) return;
		yield* execute(queries().forget, { ...key, timestamp: tooOld.startedAt, id: tooOld.id });
	}

	/** The session in which its rows are by now. */
	function* sessionOf({ answerId, inputId, userId, flowId }: Omit<RunRow, "sessionId">): Work<string | undefined> {
		for (const id of [answerId, inputId]) {
			const row = id === "" ? undefined : yield* first(session, queries().rowOf, { id, userId, flowId });
			if (row) return row.sessionId;
		}
		return undefined;
	}

	return {
		*add(given: Omit<RunRow, "sessionId">): Work<boolean> {
			const seen = yield* sessionOf(given);
			if (seen === undefined) return false;
			yield* lock(sessionLocks([{ ...given, sessionId: seen }]));
			const sessionId = yield* sessionOf(given);
			if (sessionId === undefined) return false;
			if (sessionId !== seen) throw new SessionMoved(given.inputId);
			const row = { ...given, sessionId };
			yield* execute(queries().insert, row);
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

/** What every run executes. One row after the other: for a list of ids beside flow and user SQLite may walk all rows of the flow. */
function prepareRunQueries({ db, tables: { message, runRecord: run } }: Pick<Session, "db" | "tables">) {
	const place = { timestamp: run.startedAt, id: run.id };
	const own = and(givenEqual(message.id, "id"), givenEqual(message.userId, "userId"), givenEqual(message.flowId, "flowId"));
	return {
		rowOf: db.select({ sessionId: message.sessionId }).from(message).where(own).prepare("run_row"),
		insert: db
			.insert(run)
			.values({
				id: sql.placeholder("id"),
				flowId: sql.placeholder("flowId"),
				userId: sql.placeholder("userId"),
				sessionId: sql.placeholder("sessionId"),
				inputId: sql.placeholder("inputId"),
				answerId: sql.placeholder("answerId"),
				startedAt: sql.placeholder("startedAt"),
				durationMs: sql.placeholder("durationMs"),
				status: sql.placeholder("status"),
				code: sql.placeholder("code"),
				details: sql.placeholder("details"),
			})
			.prepare("run_insert"),
		tooOld: db
			.select({ startedAt: run.startedAt, id: run.id })
			.from(run)
			.where(inGivenSession(run))
			.orderBy(desc(run.startedAt), desc(run.id))
			.limit(1)
			.offset(maxRunsPerSession)
			.prepare("run_too_old"),
		/** Up to a place, in the order of times. */
		forget: db
			.delete(run)
			.where(and(inGivenSession(run), sql`${placeOf(place)} <= ${givenPlace(place)}`))
			.prepare("run_forget"),
	};
}

export function createRunStore({ read, write }: Connection<{ readonly runs: ReturnType<typeof createRunWork> }>): RunStore {
	return {
		add: (given) => {
			// Written down before anything waits: what the caller does to it afterwards must change nothing.
			const run = newRunRow(given);
			return write(({ runs }) => runs.add(run), { sync: false });
		},
		get: (userId, id) => read(({ runs }) => runs.get(userId, id)),
		list: (userId, filter) => read(({ runs }) => runs.list(userId, filter)),
		contexts: (session) => read(({ runs }) => runs.contexts(session)),
	};
}
