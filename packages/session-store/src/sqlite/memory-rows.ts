import type { SessionScope } from "@foldback/session-compressor";
import { and } from "drizzle-orm";
import type { StateRow } from "../state-row.ts";
import { given, inScope, inSession, type SessionKey } from "./conditions.ts";
import type { Connection } from "./connection.ts";
import { createFoldRows } from "./fold-rows.ts";
import { isEligibleRow } from "./message-source.ts";
import { sessionMemoryFold as fold, message, runRecord as run, sessionMemoryState as state } from "./schema.ts";

/** Reads and writes of state and journal rows, to be called inside a transaction. */
export type MemoryRows = ReturnType<typeof createMemoryRows>;

export function createMemoryRows({ db, now }: Pick<Connection, "db" | "now">) {
	const stateQuery = db.select().from(state).where(inScope(state, given)).prepare();
	const anyRow = db.select({ id: message.id }).from(message).where(inSession(message, given)).limit(1).prepare();
	const anyEligible = db
		.select({ id: message.id })
		.from(message)
		.where(and(inScope(message, given), isEligibleRow))
		.limit(1)
		.prepare();
	const anyInContext = db.select({ id: message.id }).from(message).where(inScope(message, given)).limit(1).prepare();

	const load = (scope: SessionScope): StateRow | undefined => stateQuery.get({ ...scope });

	/** Whether the scope has any message row, eligible or not. */
	const hasRows = (scope: SessionScope): boolean => {
		if (scope.contextId === "") return anyRow.get({ ...scope }) !== undefined;
		return (anyEligible.get({ ...scope }) ?? anyInContext.get({ ...scope })) !== undefined;
	};

	const writeState = (row: StateRow): void => {
		const target = [state.flowId, state.userId, state.sessionId, state.contextId];
		db.insert(state).values(row).onConflictDoUpdate({ target, set: row }).run();
	};

	const deleteScope = (scope: SessionScope): boolean => {
		db.delete(fold).where(inScope(fold, scope)).run();
		return db.delete(state).where(inScope(state, scope)).returning({ version: state.version }).all().length > 0;
	};

	/** Removes states and journal of all contexts of a session. */
	const deleteSession = (session: SessionKey): void => {
		db.delete(fold).where(inSession(fold, session)).run();
		db.delete(state).where(inSession(state, session)).run();
	};

	/** Removes everything that is kept of a session beside its rows. */
	const forgetSession = (session: SessionKey): void => {
		deleteSession(session);
		db.delete(run).where(inSession(run, session)).run();
	};

	return { load, hasRows, writeState, deleteScope, deleteSession, forgetSession, ...createFoldRows({ db, now }) };
}
