import type { Pool } from "pg";
import { v7 } from "uuid";
import type { SessionStore } from "../session-store.ts";
import { defaultMigrationsDir, readMigrations } from "../sql/migrations.ts";
import { createStore } from "../sql/store-parts.ts";
import { createConnection } from "./connection.ts";
import { databaseError } from "./database-error.ts";
import { isMigrated, migrate } from "./migrate.ts";
import { createPool, describeTarget } from "./pool.ts";
import { refuseReadOnly } from "./refuse-read-only.ts";

export interface PostgresStoreOptions {
	/** `postgres://USER:PASSWORD@HOST:5432/DATABASE`; the database must exist. */
	readonly url: string;
	/** At most so many connections of this store; further calls wait for one. Default 10. */
	readonly maxConnections?: number;
	/** Epoch milliseconds. Default: the system's clock. */
	readonly now?: () => number;
	/** Ids of messages and flows, and incarnations; never the same twice. Default: UUIDv7. */
	readonly newId?: () => string;
	/** Folder with the Postgres migrations. Default: `drizzle/postgres` beside the bundle, or this package's own. */
	readonly migrationsDir?: string;
	/** How long a call waits for a connection, in milliseconds. Default 10,000. */
	readonly connectTimeoutMs?: number;
	/** How long a write waits for another one of the same session, in milliseconds. Default 10,000. */
	readonly lockTimeoutMs?: number;
	/** How long the server works on one statement, in milliseconds. Default 30,000. */
	readonly statementTimeoutMs?: number;
}

/**
 * Opens a Postgres database, creating and migrating the tables where needed. Any number of stores in any number of processes may use one database. A lost
 * connection, a restarted server and a fail-over make calls throw until the server is back; nothing has to be opened again.
 * @throws StoreError when the database cannot be used; the message names it, without the password, and says what to do.
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<SessionStore> {
	const { pool, target, now, newId } = await openPool(options);
	const migrations = readMigrations(options.migrationsDir ?? defaultMigrationsDir("postgres"));
	const migrated = async () => {
		try {
			const client = await pool.connect();
			let broken = true;
			try {
				await refuseReadOnly(client);
				const done = await isMigrated(client, migrations);
				broken = false;
				return done;
			} finally {
				// After a fail-over the next connection may find the new primary.
				client.release(broken);
			}
		} catch (error) {
			throw databaseError(target, error);
		}
	};
	return { ...createStore(createConnection(pool, target, { now, newId })), migrated, close: closing(pool) };
}

/** Connects and migrates. @throws StoreError */
export async function openPool(options: PostgresStoreOptions) {
	const { url, now = Date.now, newId = v7, migrationsDir = defaultMigrationsDir("postgres") } = options;
	const { maxConnections = 10, connectTimeoutMs = 10_000, lockTimeoutMs = 10_000, statementTimeoutMs = 30_000 } = options;
	const target = describeTarget(url);
	const pool = createPool({ url, maxConnections, connectTimeoutMs, lockTimeoutMs, statementTimeoutMs });
	try {
		const client = await pool.connect();
		await migrate(client, migrationsDir).finally(() => client.release());
	} catch (error) {
		await pool.end();
		throw databaseError(target, error);
	}
	return { pool, target, now, newId: () => newId() };
}

/** Ends the pool once, however often it is called. */
export function closing(pool: Pool): () => Promise<void> {
	return async () => {
		if (!pool.ending) await pool.end();
	};
}
