import type { SessionScope } from "@foldback/session-compressor";
import { and, gte, ne, sql } from "drizzle-orm";
import { readingContexts, rewoundState } from "../memory-plan.ts";
import type { MessageRow } from "../message-row.ts";
import { given, givenPlace, inGivenScope, inGivenSession, inScope, placeOf, type SessionKey } from "./conditions.ts";
import type { MemoryRows } from "./memory-rows.ts";
import { first, type Session, unnamed } from "./session.ts";
import type { Work } from "./work.ts";

/** Keeps memory true to the rows, inside the transactions that write rows. */
export type Invalidation = ReturnType<typeof createInvalidation>;

export function createInvalidation(session: Session, memory: MemoryRows) {
	const { db, run, now, newId } = session;
	const { sessionMemoryFold: fold, sessionMemoryState: state } = session.tables;
	const covered = { timestamp: state.coveredUntilTimestamp, id: state.coveredUntilMessageId };
	const reaching = and(ne(covered.id, ""), gte(placeOf(covered), givenPlace(covered)));
	const readers = sql`${state.contextId} IN ('', ${given("contextId", state.contextId)})`;
	const reachingStates = db
		.select()
		.from(state)
		.where(and(inGivenSession(state), readers, reaching))
		.prepare("memory_reaching_states");
	const anyFold = db.select({ sequence: fold.sequence }).from(fold).where(inGivenScope(fold)).limit(1).prepare("memory_any_fold");

	/** Takes the states that have absorbed the place of a written row, in any scope that reads it, back to before it. One index look-up when none has. */
	function* rowWritten(row: Pick<MessageRow, "flowId" | "userId" | "sessionId" | "contextId" | "timestamp" | "id">): Work<void> {
		for (const current of yield* run(reachingStates, { ...row })) {
			const rewound = rewoundState(current, yield* memory.cutSnapshots(current, row), { incarnation: newId(), nowMs: now() });
			if (rewound) yield* memory.writeState(rewound);
			else yield* run(db.delete(state).where(inScope(state, current)).prepare(unnamed));
		}
	}

	/** Removes the memory of scopes that have lost their last row, so that a later session of the same name starts empty. */
	function* rowsGone(key: SessionKey, contextIds: readonly string[]): Work<void> {
		if (!(yield* memory.hasRows({ ...key, contextId: "" }))) {
			yield* memory.forgetSession(key);
			return;
		}
		for (const contextId of readingContexts(...contextIds)) {
			const scope = { ...key, contextId };
			if ((yield* remembers(scope)) && !(yield* memory.hasRows(scope))) yield* memory.deleteScope(scope);
		}
	}

	function* rowChanged(before: MessageRow, after: MessageRow): Work<void> {
		const moved = before.contextId !== after.contextId;
		if (before.eligible || after.eligible) {
			yield* rowWritten(before);
			if (moved) yield* rowWritten(after);
		}
		if (moved) yield* rowsGone(before, [before.contextId]);
	}

	function* remembers(scope: SessionScope): Work<boolean> {
		return (yield* memory.load(scope)) !== undefined || (yield* first(session, anyFold, { ...scope })) !== undefined;
	}

	return { rowWritten, rowChanged, rowsGone };
}
