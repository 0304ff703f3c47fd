import type { FoldedMemory, SessionScope } from "@foldback/session-compressor";
import { maxJournalSnapshots } from "@foldback/session-compressor";
import { and, desc, eq, gte, lte, ne, sql } from "drizzle-orm";
import { type FoldColumns, readSnapshot } from "../fold-row.ts";
import { scopeColumns } from "../memory-plan.ts";
import { nextTimestamp } from "../message-row.ts";
import type { StateRow } from "../state-row.ts";
import { given, inScope, inSession, type SessionKey } from "./conditions.ts";
import type { Connection } from "./connection.ts";
import { sessionMemoryFold as fold, message, sessionMemoryState as state } from "./schema.ts";

/** Reads and writes of state and journal rows, to be called inside a transaction. */
export type MemoryRows = ReturnType<typeof createMemoryRows>;

export function createMemoryRows({ db, now }: Pick<Connection, "db" | "now">) {
	const stateQuery = db.select().from(state).where(inScope(state, given)).prepare();
	const anyRow = db.select({ id: message.id }).from(message).where(inSession(message, given)).limit(1).prepare();
	const anyEligible = db
		.select({ id: message.id })
		.from(message)
		.where(and(inScope(message, given), sql`eligible = 1`))
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

	/** Adds a journal row and keeps the newest ones of its kind: snapshots and attempts that saved nothing are bounded apart. */
	const addFold = (scope: SessionScope, columns: FoldColumns): void => {
		const newest = db.select({ sequence: fold.sequence }).from(fold).where(inScope(fold, scope)).orderBy(desc(fold.sequence)).limit(1).get();
		db.insert(fold)
			.values({ ...scopeColumns(scope), ...columns, sequence: nextTimestamp(now(), newest?.sequence), createdAt: now() })
			.run();
		const sameKind = and(inScope(fold, scope), columns.snapshot === "" ? eq(fold.snapshot, "") : ne(fold.snapshot, ""));
		const tooOld = db.select({ sequence: fold.sequence }).from(fold).where(sameKind).orderBy(desc(fold.sequence)).limit(1).offset(maxJournalSnapshots).get();
		if (tooOld)
			db.delete(fold)
				.where(and(sameKind, lte(fold.sequence, tooOld.sequence)))
				.run();
	};

	const deleteSnapshots = (scope: SessionScope): void => {
		db.delete(fold)
			.where(and(inScope(fold, scope), ne(fold.snapshot, "")))
			.run();
	};

	/** Deletes the snapshots that reach a place. @returns the newest that is left: it lies wholly before. */
	const cutSnapshots = (scope: SessionScope, at: { readonly timestamp: number; readonly id: string }): FoldedMemory | undefined => {
		const snapshots = and(inScope(fold, scope), ne(fold.snapshot, ""));
		db.delete(fold)
			.where(and(snapshots, gte(sql`(${fold.throughTimestamp}, ${fold.throughMessageId})`, sql`(${at.timestamp}, ${at.id})`)))
			.run();
		const newest = db.select().from(fold).where(snapshots).orderBy(desc(fold.sequence)).limit(1).get();
		return newest && readSnapshot(newest);
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

	return { load, hasRows, writeState, addFold, deleteSnapshots, cutSnapshots, deleteScope, deleteSession };
}
