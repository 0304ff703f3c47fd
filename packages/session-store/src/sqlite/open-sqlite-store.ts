import { v7 } from "uuid";
import type { SessionStore } from "../session-store.ts";
import { defaultMigrationsDir } from "../sql/migrations.ts";
import { createStore } from "../sql/store-parts.ts";
import { openConnection } from "./connection.ts";

export interface SqliteStoreOptions {
	/** The database file; its folder must exist. `:memory:` for one that ends with the store. */
	readonly path: string;
	/** Epoch milliseconds. Default: the system's clock. */
	readonly now?: () => number;
	/** Ids of messages and flows, and incarnations; never the same twice. Default: UUIDv7. */
	readonly newId?: () => string;
	/** How long a call waits for another process's write, in milliseconds. Default 10,000. */
	readonly busyTimeoutMs?: number;
	/** Folder with the SQLite migrations. Default: `drizzle/sqlite` beside the bundle, or this package's own. */
	readonly migrationsDir?: string;
	/**
	 * `full`: a commit is on disk before it is acknowledged, at the price of one fsync a write, and a turn has a handful of writes beside seconds of
	 * model time. `normal`: nothing is lost when the process is killed, but a power cut may take back the newest writes, so that a message goes or a
	 * deleted text returns. Default `full`.
	 */
	readonly synchronous?: "full" | "normal";
}

export interface SqliteStore extends SessionStore {
	/**
	 * Moves the write-ahead log into the database and empties it. It happens by itself about half a second after something was deleted or edited, and
	 * when the last store of a file is closed. Waits for the reads of other processes at most `busyTimeoutMs`, then leaves the rest for the next time.
	 */
	checkpoint(): Promise<void>;
	/**
	 * Writes the whole file anew (`VACUUM`) and empties the log: nothing is left of what was deleted, also in the unused parts of pages. Files of at most
	 * 64 MB have it done by themselves some time after a deletion and at close; larger ones hold up all writers for about a second per 64 MB.
	 */
	rewrite(): Promise<void>;
}

/**
 * Opens an SQLite database, creating and migrating it where needed. Any number of stores in any number of processes may use one file.
 * @throws StoreError when the file cannot be used; the message names it and says what to do.
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<SqliteStore> {
	const { path, now = Date.now, newId = v7, busyTimeoutMs = 10_000, migrationsDir = defaultMigrationsDir("sqlite"), synchronous = "full" } = options;
	const connection = await openConnection({ path, now, newId: () => newId(), busyTimeoutMs, migrationsDir, synchronous });
	return { ...createStore(connection), checkpoint: connection.checkpoint, rewrite: connection.rewrite, migrated: connection.migrated, close: connection.close };
}
