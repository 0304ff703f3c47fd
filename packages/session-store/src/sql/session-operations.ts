import { asc, eq } from "drizzle-orm";
import type { MessageRow } from "../message-row.ts";
import type { MessageStore } from "../session-store.ts";
import { inScope, inSession, type SessionKey } from "./conditions.ts";
import { sessionLocks } from "./locks.ts";
import type { MemoryRows } from "./memory-rows.ts";
import { type Session, unnamed } from "./session.ts";
import { listSessions, newestFirst } from "./session-list.ts";
import type { Work } from "./work.ts";

type RenameOptions = NonNullable<Parameters<MessageStore["renameSession"]>[3]>;

/** Whole sessions: list and rename. */
export function createSessionOperations(session: Session, memory: MemoryRows) {
	const { db, run, lock } = session;
	const { flow, message } = session.tables;

	function* flowsOf(userId: string, flowId: string | undefined): Work<readonly string[]> {
		if (flowId !== undefined) return [flowId];
		const rows = yield* run(db.select({ id: flow.id }).from(flow).where(eq(flow.userId, userId)).prepare(unnamed));
		return rows.map(({ id }) => id);
	}

	return {
		*listSessions(userId: string, flowId: string | undefined, limit: number | undefined): Work<readonly string[]> {
			const found = [];
			for (const id of yield* flowsOf(userId, flowId)) found.push(...(yield* listSessions(session, userId, id)));
			return newestFirst(found).slice(0, limit);
		},

		flowsOf,

		*renameSession(userId: string, from: string, to: string, { flowId, limit = 1_000 }: RenameOptions): Work<readonly MessageRow[]> {
			const flows = yield* flowsOf(userId, flowId);
			if (flows.length === 0) return [];
			yield* lock(sessionLocks(flows.flatMap((id) => [from, to].map((sessionId) => ({ flowId: id, userId, sessionId })))));
			const renamed: MessageRow[] = [];
			for (const id of flows) {
				const key = { flowId: id, userId, sessionId: from };
				if (!(yield* memory.hasRows({ ...key, contextId: "" }))) continue;
				const ordered = db.select().from(message).where(inSession(message, key)).orderBy(asc(message.timestamp), asc(message.id));
				const rows = yield* run(ordered.limit(limit - renamed.length).prepare(unnamed));
				if (from !== to) yield* renameInFlow(session, memory, key, to);
				renamed.push(...rows.map((row) => ({ ...row, sessionId: to })));
			}
			return renamed;
		},
	};
}

/** A rename moves states and journal along, under new incarnations; onto an existing name it merges the rows, and both names lose their memory. */
function* renameInFlow(session: Session, memory: MemoryRows, from: SessionKey, to: string): Work<void> {
	const { db, run, now, newId } = session;
	const { sessionMemoryFold: fold, idempotencyKey, message, runRecord, sessionMemoryState: state } = session.tables;
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
	yield* run(db.update(idempotencyKey).set({ sessionId: to }).where(inSession(idempotencyKey, from)).prepare(unnamed));
	yield* run(db.update(message).set({ sessionId: to }).where(inSession(message, from)).prepare(unnamed));
}
