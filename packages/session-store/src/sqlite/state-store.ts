import type { FoldJournal, HistoryBatch, SaveOptions, SaveResult, SessionMemoryDraft, SessionScope, SessionStateStore } from "@foldback/session-compressor";
import { and, asc, desc, sql } from "drizzle-orm";
import { failedFoldColumns, savedFoldColumns, toFoldRecord } from "../fold-row.ts";
import { checkSave, planSave } from "../memory-plan.ts";
import { toState } from "../state-row.ts";
import { inScope, inSession, placeOf } from "./conditions.ts";
import type { Connection } from "./connection.ts";
import type { MemoryRows } from "./memory-rows.ts";
import { isEligibleRow } from "./message-source.ts";
import { sessionMemoryFold as fold, message } from "./schema.ts";

/** Memory states beside the message rows, so saves can check the history they were made from. */
export function createStateStore(connection: Connection, memory: MemoryRows): SessionStateStore {
	const { db, read, write, now, newId } = connection;

	const save = (scope: SessionScope, next: SessionMemoryDraft, options: SaveOptions): SaveResult => {
		checkSave(next, options);
		const { batch, fold: report } = options;
		const plan = planSave(scope, memory.load(scope), next, { options, stamp: { incarnation: newId(), nowMs: now() } });
		if (plan.conflict) return { saved: false, reason: "conflict" };
		if (!memory.hasRows(scope)) return { saved: false, reason: "no-rows" };
		if (batch && !isHistory(db, scope, batch)) return { saved: false, reason: "stale-history" };
		if (plan.rebuilt) memory.deleteSnapshots(scope);
		memory.writeState(plan.row);
		if (batch && report) memory.addFold(scope, savedFoldColumns(report, batch, next));
		return { saved: true, state: toState(plan.row) };
	};

	return {
		checksHistory: true,
		load: (scope) =>
			read(() => {
				const row = memory.load(scope);
				return row && toState(row);
			}),
		save: (scope, next, options) => write(() => save(scope, next, options)),
		delete: (scope) => write(() => memory.deleteScope(scope)),
		journal: createFoldJournal(connection, memory),
	};
}

function createFoldJournal({ db, read, write }: Connection, memory: MemoryRows): FoldJournal {
	return {
		append: (scope, attempt) =>
			write(() => {
				if (memory.hasRows(scope)) memory.addFold(scope, failedFoldColumns(attempt));
			}),
		list: (scope, { limit = 100 } = {}) =>
			read(() =>
				db
					.select()
					.from(fold)
					.where(inScope(fold, scope))
					.orderBy(desc(fold.sequence))
					.limit(limit)
					.all()
					.flatMap((row) => toFoldRecord(row) ?? []),
			),
	};
}

/** Whether the eligible rows of the scope in `(after, through]` are exactly the batch's, with its revisions. */
function isHistory(db: Connection["db"], scope: SessionScope, { after, through, rows }: HistoryBatch): boolean {
	const readers = scope.contextId === "" ? inSession(message, scope) : inScope(message, scope);
	const place = placeOf(message);
	const from = after && sql`${place} > (${after.timestampMs}, ${after.id})`;
	const found = db
		.select({ id: message.id, revision: message.revision })
		.from(message)
		.where(and(readers, isEligibleRow, from, sql`${place} <= (${through.timestampMs}, ${through.id})`))
		.orderBy(asc(message.timestamp), asc(message.id))
		.limit(rows.length + 1)
		.all();
	return found.length === rows.length && found.every(({ id, revision }, index) => id === rows[index]?.id && revision === rows[index]?.revision);
}
