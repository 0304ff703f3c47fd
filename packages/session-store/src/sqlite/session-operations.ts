import { asc, eq } from "drizzle-orm";
import { toMessageRecord } from "../message-row.ts";
import type { MessageRecord } from "../records.ts";
import type { MessageStore } from "../session-store.ts";
import { inScope, inSession, type SessionKey } from "./conditions.ts";
import type { Connection } from "./connection.ts";
import type { MemoryRows } from "./memory-rows.ts";
import { flow, sessionMemoryFold as fold, message, runRecord as run, sessionMemoryState as state } from "./schema.ts";
import { listSessions } from "./session-list.ts";

/** Whole sessions: list, rename, delete. */
export function createSessionOperations(connection: Connection, memory: MemoryRows): Pick<MessageStore, "sessions" | "renameSession" | "deleteSessions"> {
	const { db, read, write } = connection;

	const flowsOf = (userId: string, flowId: string | undefined): readonly string[] =>
		flowId === undefined
			? db
					.select({ id: flow.id })
					.from(flow)
					.where(eq(flow.userId, userId))
					.all()
					.map(({ id }) => id)
			: [flowId];

	const deleteSession = (session: SessionKey): number => {
		memory.forgetSession(session);
		return db.delete(message).where(inSession(message, session)).returning({ id: message.id }).all().length;
	};

	return {
		sessions: (userId, { flowId, limit } = {}) =>
			read(() => newestFirst(flowsOf(userId, flowId).flatMap((id) => listSessions(db, userId, id))).slice(0, limit)),
		renameSession: (userId, from, to, options) =>
			write(() =>
				flowsOf(userId, options?.flowId).flatMap((flowId) => renameSession(connection, memory, { flowId, userId, sessionId: from }, to.toWellFormed())),
			),
		deleteSessions: (userId, sessionIds, options) =>
			write(() => {
				let removed = 0;
				for (const flowId of flowsOf(userId, options?.flowId)) {
					for (const sessionId of sessionIds) removed += deleteSession({ flowId, userId, sessionId });
				}
				return removed;
			}),
	};
}

/** A rename moves states and journal along, under new incarnations; onto an existing name it merges the rows, and both names lose their memory. */
function renameSession({ db, now, newId }: Connection, memory: MemoryRows, from: SessionKey, to: string): readonly MessageRecord[] {
	const rows = db.select().from(message).where(inSession(message, from)).orderBy(asc(message.timestamp), asc(message.id)).all();
	if (rows.length === 0 || from.sessionId === to) return rows.map(toMessageRecord);
	const target = { ...from, sessionId: to };
	if (memory.hasRows({ ...target, contextId: "" })) {
		memory.deleteSession(from);
		memory.deleteSession(target);
	} else memory.forgetSession(target);
	for (const current of db.select().from(state).where(inSession(state, from)).all()) {
		db.update(state).set({ sessionId: to, incarnation: newId(), version: 1, updatedAt: now() }).where(inScope(state, current)).run();
	}
	db.update(fold).set({ sessionId: to }).where(inSession(fold, from)).run();
	db.update(run).set({ sessionId: to }).where(inSession(run, from)).run();
	db.update(message).set({ sessionId: to }).where(inSession(message, from)).run();
	return rows.map((row) => toMessageRecord({ ...row, sessionId: to }));
}

/** Merges equal names of several flows. */
function newestFirst(sessions: readonly { readonly sessionId: string; readonly newestMs: number }[]): readonly string[] {
	const newest = new Map<string, number>();
	for (const { sessionId, newestMs } of sessions) newest.set(sessionId, Math.max(newestMs, newest.get(sessionId) ?? 0));
	return [...newest].sort(([, left], [, right]) => right - left).map(([sessionId]) => sessionId);
}
