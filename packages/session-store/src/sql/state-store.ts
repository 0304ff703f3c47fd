import type {
	FoldJournal,
	HistoryBatch,
	SaveOptions,
	SaveResult,
	SessionMemoryDraft,
	SessionMemoryState,
	SessionScope,
	SessionStateStore,
} from "@foldback/session-compressor";
import { and, asc, sql } from "drizzle-orm";
import { type FoldColumns, failedFoldColumns, savedFoldColumns } from "../fold-row.ts";
import { checkSave, planSave } from "../memory-plan.ts";
import { toState } from "../state-row.ts";
import { inScope, inSession, placeAt, placeOf } from "./conditions.ts";
import { sessionLocks } from "./locks.ts";
import type { MemoryRows } from "./memory-rows.ts";
import { type Connection, type Session, unnamed } from "./session.ts";
import type { Work } from "./work.ts";

/** Memory states beside the message rows, so saves can check the history they were made from. */
export function createStateWork(session: Session, memory: MemoryRows, rowsElsewhere: boolean) {
	const { lock, now, newId } = session;
	return {
		*load(scope: SessionScope): Work<SessionMemoryState | undefined> {
			const row = yield* memory.load(scope);
			return row && toState(row);
		},

		*save(scope: SessionScope, next: SessionMemoryDraft, options: SaveOptions): Work<SaveResult> {
			checkSave(next, options);
			yield* lock(sessionLocks([scope]));
			const { batch, fold: report } = options;
			const plan = planSave(scope, yield* memory.load(scope), next, { options, stamp: { incarnation: newId(), nowMs: now() } });
			if (plan.conflict) return { saved: false, reason: "conflict" };
			if (!rowsElsewhere && !(yield* memory.hasRows(scope))) return { saved: false, reason: "no-rows" };
			if (!rowsElsewhere && batch && !(yield* isHistory(session, scope, batch))) return { saved: false, reason: "stale-history" };
			if (plan.rebuilt) yield* memory.deleteSnapshots(scope);
			yield* memory.writeState(plan.row);
			if (batch && report) yield* memory.addFold(scope, savedFoldColumns(report, batch, next));
			return { saved: true, state: toState(plan.row) };
		},

		*delete(scope: SessionScope): Work<boolean> {
			yield* lock(sessionLocks([scope]));
			return yield* memory.deleteScope(scope);
		},

		*appendFold(scope: SessionScope, columns: FoldColumns): Work<void> {
			yield* lock(sessionLocks([scope]));
			if (rowsElsewhere || (yield* memory.hasRows(scope))) yield* memory.addFold(scope, columns);
		},

		listFolds: memory.listFolds,
	};
}

/** A state store whose journal is there. */
export interface JournallingStateStore extends SessionStateStore {
	readonly journal: FoldJournal;
}

export function createStateStore({ read, write, forget }: Connection<{ readonly states: ReturnType<typeof createStateWork> }>): JournallingStateStore {
	return {
		load: (scope) => read(({ states }) => states.load(scope)),
		save: (scope, next, options) => {
			// What the caller does to them while a slow driver saves must change nothing.
			const given = structuredClone({ scope, next, options });
			return write(({ states }) => states.save(given.scope, given.next, given.options));
		},
		delete: (scope) => forget(({ states }) => states.delete(scope)),
		journal: {
			append: (scope, attempt) => write(({ states }) => states.appendFold(scope, failedFoldColumns(attempt))),
			list: (scope, { limit = 100 } = {}) => read(({ states }) => states.listFolds(scope, limit)),
		},
	};
}

/** Whether the eligible rows of the scope in `(after, through]` are exactly the batch's, with its revisions. */
function* isHistory({ db, run, tables: { message }, isEligibleRow }: Session, scope: SessionScope, batch: HistoryBatch): Work<boolean> {
	const { after, through, rows } = batch;
	const readers = scope.contextId === "" ? inSession(message, scope) : inScope(message, scope);
	const place = placeOf(message);
	const from = after && sql`${place} > ${placeAt(message, after)}`;
	const query = db
		.select({ id: message.id, revision: message.revision })
		.from(message)
		.where(and(readers, isEligibleRow, from, sql`${place} <= ${placeAt(message, through)}`))
		.orderBy(asc(message.timestamp), asc(message.id))
		.limit(rows.length + 1);
	const found = yield* run(query.prepare(unnamed));
	return found.length === rows.length && found.every(({ id, revision }, index) => id === rows[index]?.id && revision === rows[index]?.revision);
}
