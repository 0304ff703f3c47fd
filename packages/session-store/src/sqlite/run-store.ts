import { and, desc, eq, lt, lte, or, sql } from "drizzle-orm";
import { newRunRow, toRunRecord } from "../run-row.ts";
import { maxRunsPerSession, type RunStore } from "../session-store.ts";
import { given, inSession, type SessionKey } from "./conditions.ts";
import type { Connection } from "./connection.ts";
import { sessionMemoryFold as fold, message, runRecord as run, sessionMemoryState as state } from "./schema.ts";

const defaultLimit = 100;

export function createRunStore({ db, read, writeSoon }: Connection): RunStore {
	const place = sql`(${run.startedAt}, ${run.id})`;

	const queries = prepareRunQueries(db);

	/** Keeps the newest ones. */
	const trim = (session: SessionKey): void => {
		const tooOld = queries.tooOld.get({ flowId: session.flowId, userId: session.userId, sessionId: session.sessionId });
		if (!tooOld) return;
		const outOfTime = or(lt(run.startedAt, tooOld.startedAt), and(eq(run.startedAt, tooOld.startedAt), lte(run.id, tooOld.id)));
		db.delete(run)
			.where(and(inSession(run, session), outOfTime))
			.run();
	};

	const add = (added: Parameters<RunStore["add"]>[0]): boolean => {
		const { flowId, userId } = added;
		const sessionOf = (id: string) => (id === "" ? undefined : queries.session.get({ flowId, userId, id })?.sessionId);
		const sessionId = sessionOf(added.answerId) ?? sessionOf(added.inputId);
		if (sessionId === undefined) return false;
		const row = newRunRow(added, sessionId);
		queries.insert.run({ ...row });
		trim(row);
		return true;
	};

	return {
		// It refers to rows, and is not missed when a power cut takes it.
		add: (added) => writeSoon(() => add(added)),
		get: (userId, id) =>
			read(() => {
				const row =
					db
						.select()
						.from(run)
						.where(and(eq(run.userId, userId), eq(run.id, id)))
						.get() ??
					db
						.select()
						.from(run)
						.where(and(eq(run.userId, userId), eq(run.answerId, id), sql`answer_id <> ''`))
						.get();
				return row && toRunRecord(row);
			}),
		list: (userId, { flowId, sessionId, limit = defaultLimit, before }) =>
			read(() => {
				const wanted = [
					eq(run.userId, userId),
					flowId === undefined ? undefined : eq(run.flowId, flowId),
					sessionId === undefined ? undefined : eq(run.sessionId, sessionId),
					before && sql`${place} < (${before.startedAtMs}, ${before.id})`,
				];
				return db
					.select()
					.from(run)
					.where(and(...wanted))
					.orderBy(desc(run.startedAt), desc(run.id))
					.limit(limit)
					.all()
					.map(toRunRecord);
			}),
		contexts: (session) =>
			read(() => {
				const states = db.select({ contextId: state.contextId }).from(state).where(inSession(state, session));
				const folds = db.select({ contextId: fold.contextId }).from(fold).where(inSession(fold, session));
				return states
					.union(folds)
					.limit(100)
					.all()
					.map(({ contextId }) => contextId);
			}),
	};
}

/** A run is added after every turn. */
function prepareRunQueries(db: Connection["db"]) {
	const id = sql.placeholder("id");
	return {
		session: db
			.select({ sessionId: message.sessionId })
			.from(message)
			.where(and(eq(message.userId, given.userId), eq(message.flowId, given.flowId), eq(message.id, id)))
			.prepare(),
		insert: db
			.insert(run)
			.values({
				id,
				flowId: given.flowId,
				userId: given.userId,
				sessionId: given.sessionId,
				inputId: sql.placeholder("inputId"),
				answerId: sql.placeholder("answerId"),
				startedAt: sql.placeholder("startedAt"),
				durationMs: sql.placeholder("durationMs"),
				status: sql.placeholder("status"),
				code: sql.placeholder("code"),
				details: sql.placeholder("details"),
			})
			.prepare(),
		tooOld: db
			.select({ startedAt: run.startedAt, id: run.id })
			.from(run)
			.where(inSession(run, given))
			.orderBy(desc(run.startedAt), desc(run.id))
			.limit(1)
			.offset(maxRunsPerSession)
			.prepare(),
	};
}
