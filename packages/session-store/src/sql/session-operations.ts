import { and, asc, eq, inArray } from "drizzle-orm";
import type { MessageRow } from "../message-row.ts";
import { inScope, inSession, type SessionKey } from "./conditions.ts";
import { sessionLocks } from "./locks.ts";
import type { MemoryRows } from "./memory-rows.ts";
import { type Session, unnamed } from "./session.ts";
import { listSessions, newestFirst } from "./session-list.ts";
import type { Work } from "./work.ts";

/** Names in one statement: drivers take a limited number of values. */
const chunkSize = 1_000;

/** Whole sessions: list, rename, delete. */
export function createSessionOperations(session: Session, memory: MemoryRows) {
	const { db, run, lock } = session;
	const { flow, sessionMemoryFold: fold, message, runRecord, sessionMemoryState: state } = session.tables;

	function* flowsOf(userId: string, flowId: string | undefined): Work<readonly string[]> {
		if (flowId !== undefined) return [flowId];
		const rows = yield* run(db.select({ id: flow.id }).from(flow).where(eq(flow.userId, userId)).prepare(unnamed));
		return rows.map(({ id }) => id);
	}

	function* deleteInFlow(userId: string, flowId: string, sessionIds: readonly string[]): Work<number> {
		const named = (table: typeof message | typeof fold | typeof state | typeof runRecord) =>
			and(eq(table.flowId, flowId), eq(table.userId, userId), inArray(table.sessionId, [...sessionIds]));
		yield* run(db.delete(fold).where(named(fold)).prepare(unnamed));
		yield* run(db.delete(state).where(named(state)).prepare(unnamed));
		yield* run(db.delete(runRecord).where(named(runRecord)).prepare(unnamed));
		return (yield* run(db.delete(message).where(named(message)).returning({ id: message.id }).prepare(unnamed))).length;
	}

	return {
		*listSessions(userId: string, flowId: string | undefined, limit: number | undefined): Work<readonly string[]> {
			const found = [];
			for (const id of yield* flowsOf(userId, flowId)) found.push(...(yield* listSessions(session, userId, id)));
			return newestFirst(found).slice(0, limit);
		},

		*renameSession(userId: string, from: string, to: string, flowId: string | undefined): Work<readonly MessageRow[]> {
			const flows = yield* flowsOf(userId, flowId);
			if (flows.length === 0) return [];
			yield* lock(sessionLocks(flows.flatMap((id) => [from, to].map((sessionId) => ({ flowId: id, userId, sessionId })))));
			const renamed: MessageRow[] = [];
			for (const id of flows) renamed.push(...(yield* renameInFlow(session, memory, { flowId: id, userId, sessionId: from }, to)));
			return renamed;
		},

		/** @returns the number of message rows removed. */
		*deleteSessions(userId: string, sessionIds: readonly string[], flowId: string | undefined): Work<number> {
			const flows = yield* flowsOf(userId, flowId);
			const names = [...new Set(sessionIds)];
			if (flows.length === 0 || names.length === 0) return 0;
			yield* lock(sessionLocks(flows.flatMap((id) => names.map((sessionId) => ({ flowId: id, userId, sessionId })))));
			let removed = 0;
			for (const id of flows) {
				for (let start = 0; start < names.length; start += chunkSize) removed += yield* deleteInFlow(userId, id, names.slice(start, start + chunkSize));
			}
			return removed;
		},
	};
}

/** A rename moves states and journal along, under new incarnations; onto an existing name it merges the rows, and both names lose their memory. */
function* renameInFlow(session: Session, memory: MemoryRows, from: SessionKey, to: string): Work<readonly MessageRow[]> {
	const { db, run, now, newId } = session;
	const { sessionMemoryFold: fold, message, runRecord, sessionMemoryState: state } = session.tables;
	const ordered = db.select().from(message).where(inSession(message, from)).orderBy(asc(message.timestamp), asc(message.id));
	const rows = yield* run(ordered.prepare(unnamed));
	if (rows.length === 0 || from.sessionId === to) return rows;
	const target = { ...from, sessionId: to };
	if (yield* memory.hasRows({ ...target, contextId: "" })) {
		yield* memory.deleteSession(from);
		yield* memory.deleteSession(target);
	} else yield* memory.forgetSession(target);
	for (const current of yield* run(db.select().from(state).where(inSession(state, from)).prepare(unnamed))) {
		const moved = { sessionId: to, incarnation: newId(), version: 1, updatedAt: now() };
		yield* run(db.update(state).set(moved).where(inScope(state, current)).prepare(unnamed));
	}
	yield* run(db.update(fold).set({ sessionId: to }).where(inSession(fold, from)).prepare(unnamed));
	yield* run(db.update(runRecord).set({ sessionId: to }).where(inSession(runRecord, from)).prepare(unnamed));
	yield* run(db.update(message).set({ sessionId: to }).where(inSession(message, from)).prepare(unnamed));
	return rows.map((row) => ({ ...row, sessionId: to }));
}
