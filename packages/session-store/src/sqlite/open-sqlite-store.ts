import { v7 } from "uuid";
import type { SessionStore } from "../session-store.ts";
import { createAdoption } from "./adopt.ts";
import { openConnection } from "./connection.ts";
import { createFlowStore } from "./flow-store.ts";
import { createIdempotencyStore } from "./idempotency-store.ts";
import { createInvalidation } from "./invalidation.ts";
import { createKeyStore } from "./key-store.ts";
import { createMemoryRows } from "./memory-rows.ts";
import { createMessageSource } from "./message-source.ts";
import { createMessageStore } from "./message-store.ts";
import { defaultMigrationsDir } from "./migrate.ts";
import { createRunStore } from "./run-store.ts";
import { createSecretStore } from "./secret-store.ts";
import { createSessionOperations } from "./session-operations.ts";
import { createSpendStore } from "./spend-store.ts";
import { createStateStore } from "./state-store.ts";

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
	 * Moves the write-ahead log into the database and empties it. Deleted text may stand in the log until then; closing the last store of a file does
	 * it too. Waits for the reads of other processes at most `busyTimeoutMs`, then leaves the rest for the next time.
	 */
	checkpoint(): Promise<void>;
}

/**
 * Opens an SQLite database, creating and migrating it where needed. Any number of stores in any number of processes may use one file.
 * @throws StoreError when the file cannot be used; the message names it and says what to do.
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<SqliteStore> {
	const { path, now = Date.now, newId = v7, busyTimeoutMs = 10_000, migrationsDir = defaultMigrationsDir(), synchronous = "full" } = options;
	const connection = await openConnection({ path, now, newId: () => newId(), busyTimeoutMs, migrationsDir, synchronous });
	const memory = createMemoryRows(connection);
	const invalidation = createInvalidation(connection, memory);
	return {
		flows: createFlowStore(connection),
		messages: { ...createMessageStore(connection, memory, invalidation), ...createSessionOperations(connection, memory) },
		runs: createRunStore(connection),
		memory: createStateStore(connection, memory),
		source: createMessageSource(connection),
		secrets: createSecretStore(connection),
		keys: createKeyStore(connection),
		idempotency: createIdempotencyStore(connection),
		foldSpend: createSpendStore(connection),
		adopt: createAdoption(connection),
		checkpoint: connection.checkpoint,
		close: connection.close,
	};
}
