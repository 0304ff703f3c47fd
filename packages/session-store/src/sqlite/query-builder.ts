import type { Database } from "better-sqlite3";
import type { Logger } from "drizzle-orm";
import { BetterSQLite3Database, BetterSQLiteSession } from "drizzle-orm/better-sqlite3";
import { SQLiteSyncDialect } from "drizzle-orm/sqlite-core";

/**
 * The query builder over one connection. It writes parameters with a plus sign, which changes no value.
 *
 * A bare parameter in a condition or limit makes SQLite remember that another value could want another plan. The driver takes the values away after each
 * execution, so such a statement is parsed and planned anew each time, which costs several times its execution. SQLite does not look behind the sign. What
 * plans depend on in our statements is written as literals.
 */
export function createQueryBuilder(client: Database, logger?: Logger): BetterSQLite3Database {
	const dialect = Object.assign(new SQLiteSyncDialect(), { escapeParam: () => "+?" });
	const session = new BetterSQLiteSession<Record<string, never>, Record<string, never>>(client, dialect, undefined, logger ? { logger } : {});
	return new BetterSQLite3Database("sync", dialect, session, undefined);
}
