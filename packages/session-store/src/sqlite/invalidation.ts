import { and, gte, inArray, ne, sql } from "drizzle-orm";
import { readingContexts, rewoundState } from "../memory-plan.ts";
import type { MessageRow } from "../message-row.ts";
import { given, givenPlace, inScope, inSession, type SessionKey } from "./conditions.ts";
import type { Connection } from "./connection.ts";
import type { MemoryRows } from "./memory-rows.ts";
import { sessionMemoryFold as fold, sessionMemoryState as state } from "./schema.ts";

/** Keeps memory true to the rows, inside the transactions that write rows. */
export type Invalidation = ReturnType<typeof createInvalidation>;

export function createInvalidation({ db, now, newId }: Pick<Connection, "db" | "now" | "newId">, memory: MemoryRows) {
	const reaching = and(ne(state.coveredUntilMessageId, ""), gte(sql`(${state.coveredUntilTimestamp}, ${state.coveredUntilMessageId})`, givenPlace));
	const reachingStates = db
		.select()
		.from(state)
		.where(and(inSession(state, given), inArray(state.contextId, ["", sql.placeholder("contextId")]), reaching))
		.prepare();

	/** Takes the states that have absorbed the place of a written row, in any scope that reads it, back to before it. One index look-up when none has. */
	const rowWritten = (row: Pick<MessageRow, "flowId" | "userId" | "sessionId" | "contextId" | "timestamp" | "id">): void => {
		for (const current of reachingStates.all({ ...row })) {
			const rewound = rewoundState(current, memory.cutSnapshots(current, row), { incarnation: newId(), nowMs: now() });
			if (rewound) memory.writeState(rewound);
			else db.delete(state).where(inScope(state, current)).run();
		}
	};

	/** Removes the memory of scopes that have lost their last row, so that a later session of the same name starts empty. */
	const rowsGone = (session: SessionKey, contextIds: readonly string[]): void => {
		if (!memory.hasRows({ ...session, contextId: "" })) {
			memory.forgetSession(session);
			return;
		}
		for (const contextId of readingContexts(...contextIds)) {
			const scope = { ...session, contextId };
			if (remembers(scope) && !memory.hasRows(scope)) memory.deleteScope(scope);
		}
	};

	const rowChanged = (before: MessageRow, after: MessageRow): void => {
		const moved = before.contextId !== after.contextId;
		if (before.eligible || after.eligible) {
			rowWritten(before);
			if (moved) rowWritten(after);
		}
		if (moved) rowsGone(before, [before.contextId]);
	};

	const remembers = (scope: Parameters<MemoryRows["load"]>[0]): boolean =>
		memory.load(scope) !== undefined || db.select({ sequence: fold.sequence }).from(fold).where(inScope(fold, scope)).limit(1).get() !== undefined;

	return { rowWritten, rowChanged, rowsGone };
}
