import { and, asc, eq, getTableColumns, ne, type SQL, sql } from "drizzle-orm";
import type { SessionKey } from "../conditions.ts";
import { type Session, unnamed } from "../session.ts";
import { foldOwner, recountedColumns, stateOwner } from "./counted-rows.ts";

/** The key of a state, where the next page begins. */
type StateKey = SessionKey & { readonly contextId: string };

/** The key of a journal row. */
type FoldKey = StateKey & { readonly sequence: number };

/** Reads all memory rows page by page, without a lock: what they show is a suspicion until it has been seen under one. */
export function createMemoryPages(session: Session) {
	const { db, run, isEligibleRow } = session;
	const { sessionMemoryFold: fold, sessionMemoryState: state } = session.tables;
	const afterKey = (columns: readonly SQL[], values: readonly SQL[] | undefined) =>
		values && sql`(${sql.join([...columns], sql`, `)}) > (${sql.join([...values], sql`, `)})`;
	const scopeKey = (table: typeof state | typeof fold) => [table.flowId, table.userId, table.sessionId, table.contextId];
	const keyValues = (table: typeof state | typeof fold, at: StateKey) => [
		sql.param(at.flowId, table.flowId),
		sql.param(at.userId, table.userId),
		sql.param(at.sessionId, table.sessionId),
		sql.param(at.contextId, table.contextId),
	];

	return {
		/** States in order of their keys, with what the rows say about them. */
		states: (after: StateKey | undefined, limit: number) => {
			const where = afterKey(
				scopeKey(state).map((column) => sql`${column}`),
				after && keyValues(state, after).map((value) => sql`${value}`),
			);
			const columns = { ...getTableColumns(state), ...recountedColumns({ isEligibleRow }, stateOwner) };
			const page = db
				.select(columns)
				.from(state)
				.where(where)
				.orderBy(...scopeKey(state).map((column) => asc(column)));
			return run(page.limit(limit).prepare(unnamed));
		},

		/** Journal rows with a snapshot, in order of their keys, with what the rows say about them and the state that they belong to. */
		snapshots: (after: FoldKey | undefined, limit: number) => {
			const where = afterKey(
				[...scopeKey(fold), fold.sequence].map((column) => sql`${column}`),
				after && [...keyValues(fold, after), sql.param(after.sequence, fold.sequence)].map((value) => sql`${value}`),
			);
			const columns = {
				...getTableColumns(fold),
				...recountedColumns({ isEligibleRow }, foldOwner),
				stateTimestamp: state.coveredUntilTimestamp,
				stateId: state.coveredUntilMessageId,
			};
			const sameScope = and(
				eq(state.flowId, fold.flowId),
				eq(state.userId, fold.userId),
				eq(state.sessionId, fold.sessionId),
				eq(state.contextId, fold.contextId),
			);
			const page = db
				.select(columns)
				.from(fold)
				.leftJoin(state, sameScope)
				.where(and(ne(fold.snapshot, ""), where))
				.orderBy(...[...scopeKey(fold), fold.sequence].map((column) => asc(column)));
			return run(page.limit(limit).prepare(unnamed));
		},
	};
}
