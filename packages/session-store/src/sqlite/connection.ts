import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import Database from "better-sqlite3";
import { type BetterSQLite3Database, drizzle } from "drizzle-orm/better-sqlite3";
import { StoreError } from "../store-error.ts";
import { databaseError, sqliteCode } from "./database-error.ts";
import { migrate } from "./migrate.ts";
import { refuseReadOnly } from "./refuse-read-only.ts";

/** One open database file and what the stores over it share. The driver is synchronous: a transaction's work runs to its end with nothing in between. */
export interface Connection {
	readonly db: BetterSQLite3Database;
	/** Epoch milliseconds. */
	readonly now: () => number;
	readonly newId: () => string;
	/** Runs reads. Errors name the file. */
	readonly read: <T>(work: () => T) => Promise<T>;
	/** Runs `work` in one `BEGIN IMMEDIATE` transaction: it has the write lock before its first read. Errors roll back and name the file. */
	readonly write: <T>(work: () => T) => Promise<T>;
	/**
	 * Like `write`, but nobody waits for the disk: a power cut may take it back until a later `write` has been acknowledged. For what can be made again or
	 * is not missed.
	 */
	readonly writeSoon: <T>(work: () => T) => Promise<T>;
	/** Waits until what `writeSoon` wrote is on disk. */
	readonly flush: () => Promise<void>;
	readonly checkpoint: () => Promise<void>;
	readonly close: () => Promise<void>;
}

export interface ConnectionOptions {
	readonly path: string;
	readonly now: () => number;
	readonly newId: () => string;
	readonly busyTimeoutMs: number;
	readonly migrationsDir: string;
	readonly synchronous: "full" | "normal";
}

/** Opens the file, sets it up and migrates it. @throws StoreError */
export async function openConnection({ path, now, newId, busyTimeoutMs, migrationsDir, synchronous }: ConnectionOptions): Promise<Connection> {
	if (!existsSync(dirname(path))) throw new StoreError("unusable", `${path}: the folder does not exist. Create it, or give another path.`);
	let client: Database.Database | undefined;
	try {
		client = new Database(path, { timeout: busyTimeoutMs });
		await useWal(client, busyTimeoutMs);
		setPragmas(client, synchronous);
		migrate(client, migrationsDir);
		refuseReadOnly(client);
	} catch (cause) {
		client?.close();
		throw databaseError(path, cause);
	}
	const opened = client;
	const immediate = opened.transaction((work: () => unknown) => work());
	const run = async <T>(work: () => T): Promise<T> => {
		if (!opened.open) throw new StoreError("closed", `${path}: the store is closed. Open it again.`);
		try {
			return work();
		} catch (cause) {
			throw databaseError(path, cause);
		}
	};
	return {
		db: drizzle(opened),
		now,
		newId,
		read: run,
		// The transaction function returns what `work` returns, but its type knows one result type only.
		write: <T>(work: () => T) => run(() => immediate.immediate(work) as T),
		writeSoon: <T>(work: () => T) =>
			run(() => {
				opened.pragma("synchronous = normal");
				try {
					return immediate.immediate(work) as T;
				} finally {
					opened.pragma(`synchronous = ${synchronous}`);
				}
			}),
		// A checkpoint syncs the log first; it moves what it can without waiting for anybody.
		flush: () => run(() => void opened.pragma("wal_checkpoint(PASSIVE)")),
		checkpoint: () => run(() => void opened.pragma("wal_checkpoint(TRUNCATE)")),
		close: async () => void opened.close(),
	};
}

/**
 * - `secure_delete`: what is deleted or overwritten is zeroed in the file, so forgetting leaves no text behind.
 * - `foreign_keys`: a deleted flow takes its rows along, also when an older host that does not know the newer tables deletes it.
 */
function setPragmas(client: Database.Database, synchronous: ConnectionOptions["synchronous"]): void {
	client.pragma(`synchronous = ${synchronous}`);
	client.pragma("secure_delete = ON");
	client.pragma("foreign_keys = ON");
}

/** Switching to WAL fails at once, whatever the busy timeout, while another process does the same: try again until the timeout. */
async function useWal(client: Database.Database, busyTimeoutMs: number): Promise<void> {
	const deadline = performance.now() + busyTimeoutMs;
	for (;;) {
		try {
			client.pragma("journal_mode = WAL");
			return;
		} catch (error) {
			if (sqliteCode(error) !== "SQLITE_BUSY" || performance.now() > deadline) throw error;
			await sleep(5);
		}
	}
}
