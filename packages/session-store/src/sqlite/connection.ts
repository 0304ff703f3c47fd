import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import Database from "better-sqlite3";
import { sql } from "drizzle-orm";
import type { BetterSQLite3Database } from "drizzle-orm/better-sqlite3";
import { readMigrations } from "../sql/migrations.ts";
import type { Connection, Session, Statement, WriteOptions } from "../sql/session.ts";
import { createStoreParts, type StoreParts } from "../sql/store-parts.ts";
import { done, runAtOnce, type Work } from "../sql/work.ts";
import { StoreError } from "../store-error.ts";
import { databaseError, sqliteCode } from "./database-error.ts";
import { isMigrated, migrate } from "./migrate.ts";
import { createQueryBuilder } from "./query-builder.ts";
import { refuseReadOnly } from "./refuse-read-only.ts";
import { apiKey, flow, foldSpend, idempotencyKey, mark, message, runRecord, secret, sessionMemoryFold, sessionMemoryState } from "./schema.ts";
import { createTidying, emptyLog } from "./tidying.ts";
import { openWalSync, type WalSync } from "./wal-sync.ts";

/** One open database file. The driver is synchronous: a transaction's work runs to its end with nothing in between. */
export interface SqliteConnection extends Connection<StoreParts> {
	readonly checkpoint: () => Promise<void>;
	readonly rewrite: () => Promise<void>;
	/** @throws StoreError */
	readonly migrated: () => Promise<boolean>;
	readonly close: () => Promise<void>;
}

export interface ConnectionOptions {
	readonly path: string;
	readonly now: () => number;
	readonly newId: () => string;
	readonly busyTimeoutMs: number;
	readonly migrationsDir: string;
	readonly synchronous: "full" | "normal";
	/** The messages are not in this database: states point to flows, and here there are none. */
	readonly rowsElsewhere?: boolean;
}

/** Opens the file, sets it up and migrates it. @throws StoreError */
export async function openConnection({
	path,
	now,
	newId,
	busyTimeoutMs,
	migrationsDir,
	synchronous,
	rowsElsewhere = false,
}: ConnectionOptions): Promise<SqliteConnection> {
	if (!existsSync(dirname(path))) throw new StoreError("unusable", `${path}: the folder does not exist. Create it, or give another path.`);
	let client: Database.Database | undefined;
	let log: WalSync | undefined;
	try {
		client = new Database(path, { timeout: busyTimeoutMs });
		await useWal(client, busyTimeoutMs);
		setPragmas(client);
		migrate(client, migrationsDir);
		refuseReadOnly(client);
		if (rowsElsewhere) client.pragma("foreign_keys = OFF");
		if (synchronous === "full") log = await openLog(client, path);
	} catch (cause) {
		client?.close();
		throw databaseError(path, cause);
	}
	const opened = client;
	const immediate = opened.transaction((work: () => unknown) => work());
	const run = async <T>(work: () => T | Promise<T>): Promise<T> => {
		if (!opened.open) throw new StoreError("closed", `${path}: the store is closed. Open it again.`);
		try {
			return await work();
		} catch (cause) {
			throw databaseError(path, cause);
		}
	};
	const migrations = readMigrations(migrationsDir);
	const parts = createStoreParts(createSession(createQueryBuilder(opened), { now, newId }), { rowsElsewhere });
	// The transaction function returns what its work returns, but its type knows one result type only.
	const writeNow = <T>(work: (parts: StoreParts) => Work<T>, { sync = true }: WriteOptions = {}) =>
		run(async () => {
			const result = immediate.immediate(() => runAtOnce(work(parts))) as T;
			log?.written();
			if (sync) await log?.synced();
			return result;
		});
	const tidying = createTidying(opened, { path, busyTimeoutMs });
	// The driver would wait for the lock of a rewrite with the event loop standing still.
	const unlocked = async () => {
		for (let rewriting = tidying.rewriting(); rewriting; rewriting = tidying.rewriting()) await rewriting;
	};
	const write = async <T>(work: (parts: StoreParts) => Work<T>, options?: WriteOptions) => {
		if (tidying.rewriting()) await unlocked();
		return writeNow(work, options);
	};
	return {
		read: (work) => run(() => runAtOnce(work(parts))),
		write,
		synced: () => run(() => log?.synced()),
		forget: async (work) => {
			if (tidying.rewriting()) await unlocked();
			const written = writeNow(work);
			// Committed by now: a close while its sync goes on finds what is to be tidied.
			tidying.soon();
			return await written;
		},
		checkpoint: () => unlocked().then(() => run(() => void emptyLog(opened))),
		rewrite: async () => {
			await unlocked();
			await run(() => {
				opened.exec("VACUUM");
				emptyLog(opened);
			});
		},
		migrated: () => run(() => isMigrated(opened, migrations)),
		async close() {
			if (tidying.rewriting()) await unlocked();
			tidying.finish();
			opened.close();
			await log?.close();
		},
	};
}

/** The session of a synchronous driver: it has the write lock from its start (`BEGIN IMMEDIATE`), so there is nothing more to lock. */
export function createSession(db: BetterSQLite3Database, { now, newId }: Pick<Session, "now" | "newId">): Session {
	return {
		// Statements are written once, typed for Postgres: the calls that they use are the same in both query builders, as are the tables.
		db: db as unknown as Session["db"],
		tables: {
			apiKey,
			flow,
			foldSpend,
			idempotencyKey,
			mark,
			message,
			runRecord,
			secret,
			sessionMemoryFold,
			sessionMemoryState,
		} as unknown as Session["tables"],
		// A literal, not a parameter: for one SQLite would plan anew at every call to find out whether a partial index fits.
		isEligibleRow: sql`eligible = 1`,
		hasLateral: false,
		now,
		newId,
		// What execute gives here is no promise but a result to take at once.
		run: <T>(statement: Statement<T>, values?: Record<string, unknown>) => done((statement.execute(values) as unknown as { sync(): T }).sync()),
		lock: () => done(undefined),
	};
}

/**
 * - `synchronous`: a commit syncs nothing by itself; with `full` the log is synced before it is acknowledged (`wal-sync.ts`).
 * - `secure_delete`: what is deleted or overwritten is zeroed in the file. What that does not reach is for `tidying.ts`.
 * - `cache_size`: 4 MB, not the driver's 16: a turn reads some dozens of pages, and what it misses is in the system's own cache.
 * - `foreign_keys`: a deleted flow takes its rows along, also when an older host that does not know the newer tables deletes it.
 */
function setPragmas(client: Database.Database): void {
	client.pragma("synchronous = NORMAL");
	client.pragma("secure_delete = ON");
	client.pragma("cache_size = -4000");
	client.pragma("foreign_keys = ON");
}

/** Syncs commits on the side where there is a log; some file systems allow none, and then each commit syncs by itself. */
async function openLog(client: Database.Database, path: string): Promise<WalSync | undefined> {
	if (client.pragma("journal_mode", { simple: true }) === "wal") return openWalSync(path);
	client.pragma("synchronous = FULL");
	return undefined;
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
