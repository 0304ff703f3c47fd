import type { FoldJournal, SaveResult, SessionStateStore } from "@foldback/session-compressor";
import { desc, sql } from "drizzle-orm";
import { v7 } from "uuid";
import { failedFoldColumns, savedFoldColumns, toFoldRecord } from "../fold-row.ts";
import { checkSave, planSave } from "../memory-plan.ts";
import { toState } from "../state-row.ts";
import { inScope } from "./conditions.ts";
import { type Connection, openConnection } from "./connection.ts";
import { createMemoryRows, type MemoryRows } from "./memory-rows.ts";
import { defaultMigrationsDir } from "./migrate.ts";
import type { SqliteStoreOptions } from "./open-sqlite-store.ts";
import { sessionMemoryFold as fold } from "./schema.ts";

/** Memory states beside messages that live elsewhere: nothing here checks a history. */
export interface SqliteStateStore extends SessionStateStore {
	readonly journal: FoldJournal;
	close(): Promise<void>;
}

/**
 * Opens an SQLite database for memory states alone, creating and migrating it where needed. Any number of stores in any number of processes may use
 * one file. For a host that keeps its messages here too, see `openSqliteStore`.
 * @throws StoreError when the file cannot be used; the message names it and says what to do.
 */
export async function openSqliteStateStore(options: SqliteStoreOptions): Promise<SqliteStateStore> {
	const { path, now = Date.now, newId = v7, busyTimeoutMs = 10_000, migrationsDir = defaultMigrationsDir(), synchronous = "full" } = options;
	const connection = await openConnection({ path, now, newId: () => newId(), busyTimeoutMs, migrationsDir, synchronous });
	// States point to flows, and here there are none.
	await connection.read(() => connection.db.run(sql`PRAGMA foreign_keys = OFF`));
	const memory = createMemoryRows(connection);
	return {
		load: (scope) =>
			connection.read(() => {
				const row = memory.load(scope);
				return row && toState(row);
			}),
		save: async (scope, next, saveOptions) => {
			checkSave(next, saveOptions);
			return await connection.write(() => save(connection, memory, scope, next, saveOptions));
		},
		delete: (scope) => connection.write(() => memory.deleteScope(scope)),
		journal: createJournal(connection, memory),
		close: connection.close,
	};
}

function save({ newId, now }: Connection, memory: MemoryRows, ...[scope, next, options]: Parameters<SessionStateStore["save"]>): SaveResult {
	const plan = planSave(scope, memory.load(scope), next, { options, stamp: { incarnation: newId(), nowMs: now() } });
	if (plan.conflict) return { saved: false, reason: "conflict" };
	if (plan.rebuilt) memory.deleteSnapshots(scope);
	memory.writeState(plan.row);
	const { batch, fold: report } = options;
	if (batch && report) memory.addFold(scope, savedFoldColumns(report, batch, next));
	return { saved: true, state: toState(plan.row) };
}

function createJournal({ db, read, write }: Connection, memory: MemoryRows): FoldJournal {
	return {
		append: (scope, attempt) => write(() => memory.addFold(scope, failedFoldColumns(attempt))),
		list: (scope, { limit = 100 } = {}) =>
			read(() => {
				const rows = db.select().from(fold).where(inScope(fold, scope)).orderBy(desc(fold.sequence)).limit(limit).all();
				return rows.flatMap((row) => toFoldRecord(row) ?? []);
			}),
	};
}
