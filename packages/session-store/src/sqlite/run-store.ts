import { and, desc, eq, inArray, lt, lte, or, sql } from "drizzle-orm";
import { newRunRow, toRunRecord } from "../run-row.ts";
import { maxRunsPerSession, type RunStore } from "../session-store.ts";
import { inSession, type SessionKey } from "./conditions.ts";
import type { Connection } from "./connection.ts";
import { sessionMemoryFold as fold, message, runRecord as run, sessionMemoryState as state } from "./schema.ts";

const defaultLimit = 100;

export function createRunStore({ db, read, write }: Connection): RunStore {
	const place = sql`(${run.startedAt}, ${run.id})`;

	/** Keeps the newest ones. */
	const trim = (session: SessionKey): void => {
		const newestFirst = [desc(run.startedAt), desc(run.id)];
		const tooOld = db
			.select({ startedAt: run.startedAt, id: run.id })
			.from(run)
			.where(inSession(run, session))
			.orderBy(...newestFirst)
			.limit(1)
			.offset(maxRunsPerSession)
			.get();
		if (tooOld) {
			const outOfTime = or(lt(run.startedAt, tooOld.startedAt), and(eq(run.startedAt, tooOld.startedAt), lte(run.id, tooOld.id)));
			db.delete(run)
				.where(and(inSession(run, session), outOfTime))
				.run();
		}
	};

	const add = (given: Parameters<RunStore["add"]>[0]): boolean => {
		const rows = [given.answerId, given.inputId].filter((id) => id !== "");
		const own = and(eq(message.userId, given.userId), eq(message.flowId, given.flowId), inArray(message.id, rows));
		const found = rows.length === 0 ? undefined : db.select({ sessionId: message.sessionId }).from(message).where(own).limit(1).get();
		if (!found) return false;
		const row = newRunRow(given, found.sessionId);
		db.insert(run).values(row).run();
		trim(row);
		return true;
	};

	return {
		add: (given) => write(() => add(given)),
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
