import { v7 } from "uuid";
import { defaultMigrationsDir } from "../sql/migrations.ts";
import { createStateStore, type JournallingStateStore } from "../sql/state-store.ts";
import { openConnection } from "./connection.ts";
import type { SqliteStoreOptions } from "./open-sqlite-store.ts";

/** Memory states beside messages that live elsewhere: nothing here checks a history. */
export interface SqliteStateStore extends JournallingStateStore {
	close(): Promise<void>;
}

/**
 * Opens an SQLite database for memory states alone, creating and migrating it where needed. Any number of stores in any number of processes may use
 * one file. For a host that keeps its messages here too, see `openSqliteStore`.
 * @throws StoreError when the file cannot be used; the message names it and says what to do.
 */
export async function openSqliteStateStore(options: SqliteStoreOptions): Promise<SqliteStateStore> {
	const { path, now = Date.now, newId = v7, busyTimeoutMs = 10_000, migrationsDir = defaultMigrationsDir("sqlite"), synchronous = "full" } = options;
	const connection = await openConnection({ path, now, newId: () => newId(), busyTimeoutMs, migrationsDir, synchronous, rowsElsewhere: true });
	return { ...createStateStore(connection), close: connection.close };
}
