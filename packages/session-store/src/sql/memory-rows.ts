import type { SessionScope } from "@foldback/session-compressor";
import { and, eq } from "drizzle-orm";
import type { StateRow } from "../state-row.ts";
import { inGivenScope, inGivenSession, inScope, inSession, type SessionKey } from "./conditions.ts";
import { createFoldRows } from "./fold-rows.ts";
import { first, type Session, unnamed } from "./session.ts";
import type { Work } from "./work.ts";

/** Reads and writes of state and journal rows, to be called inside a transaction. */
export type MemoryRows = ReturnType<typeof createMemoryRows>;

export function createMemoryRows(session: Session) {
	const { db, run, isEligibleRow } = session;
	const { sessionMemoryFold: fold, idempotencyKey, message, runRecord, sessionMemoryState: state } = session.tables;
	const stateQuery = db.select().from(state).where(inGivenScope(state)).prepare("memory_state");
	const anyRow = db.select({ id: message.id }).from(message).where(inGivenSession(message)).limit(1).prepare("memory_any_row");
	const anyEligible = db
		.select({ id: message.id })
		.from(message)
		.where(and(inGivenScope(message), isEligibleRow))
		.limit(1)
		.prepare("memory_any_eligible");
	const anyInContext = db.select({ id: message.id }).from(message).where(inGivenScope(message)).limit(1).prepare("memory_any_in_context");

	/** Removes states and journal of all contexts of a session. */
	function* deleteSession(key: SessionKey): Work<void> {
		yield* run(db.delete(fold).where(inSession(fold, key)).prepare(unnamed));
		yield* run(db.delete(state).where(inSession(state, key)).prepare(unnamed));
	}

	return {
		load: (scope: SessionScope): Work<StateRow | undefined> => first(session, stateQuery, { ...scope }),

		/** Whether the scope has any message row, eligible or not. */
		*hasRows(scope: SessionScope): Work<boolean> {
			if (scope.contextId === "") return (yield* first(session, anyRow, { ...scope })) !== undefined;
			const found = (yield* first(session, anyEligible, { ...scope })) ?? (yield* first(session, anyInContext, { ...scope }));
			return found !== undefined;
		},

		*writeState(row: StateRow): Work<void> {
			const target = [state.flowId, state.userId, state.sessionId, state.contextId];
			yield* run(db.insert(state).values(row).onConflictDoUpdate({ target, set: row }).prepare(unnamed));
		},

		*deleteScope(scope: SessionScope): Work<boolean> {
			yield* run(db.delete(fold).where(inScope(fold, scope)).prepare(unnamed));
			const gone = db.delete(state).where(inScope(state, scope)).returning({ version: state.version });
			return (yield* run(gone.prepare(unnamed))).length > 0;
		},

		deleteSession,

		/** Empties what was kept of answers in a session beside its rows: they may quote what was just removed. */
		*forgetAnswers(key: SessionKey): Work<void> {
			const unforgotten = and(inSession(idempotencyKey, key), eq(idempotencyKey.forgotten, false));
			yield* run(db.update(idempotencyKey).set({ texts: "", forgotten: true }).where(unforgotten).prepare(unnamed));
		},

		/** Removes everything that is kept of a session beside its rows. */
		*forgetSession(key: SessionKey): Work<void> {
			yield* deleteSession(key);
			yield* run(db.delete(runRecord).where(inSession(runRecord, key)).prepare(unnamed));
		},

		...createFoldRows(session),
	};
}
