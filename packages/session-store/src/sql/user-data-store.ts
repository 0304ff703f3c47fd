import { and, asc, eq, sql } from "drizzle-orm";
import { toFoldRecord } from "../fold-row.ts";
import { scopeColumns } from "../memory-plan.ts";
import type { ScopedFold, ScopedState, UserDataPage, UserDataStore } from "../session-store.ts";
import { toState } from "../state-row.ts";
import type { createClearing } from "./clearing.ts";
import { deleteFlow, deleteFlowSessions, giveWay, sum } from "./delete-sessions.ts";
import { type Connection, type Session, unnamed } from "./session.ts";
import type { Work } from "./work.ts";

/** Reads of a user's whole memory, flow by flow, in the order of the tables' keys. */
export function createUserDataReads({ db, run, tables }: Session) {
	const { sessionMemoryFold: fold, sessionMemoryState: state } = tables;
	return {
		*states(userId: string, flowId: string, { limit, after }: UserDataPage): Work<readonly ScopedState[]> {
			const later = after && sql`(${state.sessionId}, ${state.contextId}) > (${after.sessionId}, ${after.contextId})`;
			const wanted = and(eq(state.flowId, flowId), eq(state.userId, userId), later);
			const rows = yield* run(db.select().from(state).where(wanted).orderBy(asc(state.sessionId), asc(state.contextId)).limit(limit).prepare(unnamed));
			return rows.map((row) => ({ scope: scopeColumns(row), state: toState(row) }));
		},

		*folds(userId: string, flowId: string, { limit, after, afterId = "0" }: Parameters<UserDataStore["folds"]>[2]): Work<readonly ScopedFold[]> {
			const place = sql`(${fold.sessionId}, ${fold.contextId}, ${fold.sequence})`;
			const later = after && sql`${place} > (${after.sessionId}, ${after.contextId}, ${sql.param(Number(afterId), fold.sequence)})`;
			const wanted = and(eq(fold.flowId, flowId), eq(fold.userId, userId), later);
			const order = [asc(fold.sessionId), asc(fold.contextId), asc(fold.sequence)];
			const rows = yield* run(
				db
					.select()
					.from(fold)
					.where(wanted)
					.orderBy(...order)
					.limit(limit)
					.prepare(unnamed),
			);
			return rows.map((row) => ({ scope: scopeColumns(row), id: String(row.sequence), fold: toFoldRecord(row) }));
		},
	};
}

interface UserDataParts {
	readonly userData: ReturnType<typeof createUserDataReads>;
	readonly clearing: ReturnType<typeof createClearing>;
}

export function createUserDataStore(connection: Connection<UserDataParts>): UserDataStore {
	const { read, forget } = connection;
	return {
		async erase(userId, { flows, today }) {
			const clear = flows ? deleteFlow : deleteFlowSessions;
			let total = await forget(({ clearing }) => clearing.eraseRest(userId, today));
			for (const flowId of await read(({ clearing }) => clearing.flowsOf(userId))) {
				total = sum(total, await clear(connection, userId, flowId));
				await giveWay();
			}
			return total;
		},
		states: (userId, flowId, page) => read(({ userData }) => userData.states(userId, flowId, page)),
		folds: (userId, flowId, page) => read(({ userData }) => userData.folds(userId, flowId, page)),
	};
}
