import type { SQL } from "drizzle-orm";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import type { LockRequest } from "./locks.ts";
import type { Work } from "./work.ts";

/**
 * The tables as the statements see them. They are typed as the Postgres ones; SQLite's have the same names, columns and values (`schemas.test.ts`).
 */
type Tables = typeof import("../postgres/schema.ts");

/** The query builder. Typed as the Postgres one; of SQLite's the same calls are used, and statements are always prepared before they run. */
type Database = PgDatabase<PgQueryResultHKT>;

/** A prepared statement with its named values still open. */
export interface Statement<T> {
	execute(values?: Record<string, unknown>): Promise<T>;
}

/** One database connection: what all statements need. */
export interface Session {
	readonly db: Database;
	readonly tables: Tables;
	/** The condition of the partial indexes, word for word as they have it. */
	readonly isEligibleRow: SQL;
	/** Whether a subquery of FROM may refer to what stands before it. */
	readonly hasLateral: boolean;
	/** Epoch milliseconds. */
	readonly now: () => number;
	readonly newId: () => string;
	readonly run: <T>(statement: Statement<T>, values?: Record<string, unknown>) => Work<T>;
	/**
	 * Starts the transaction of a write and waits for its locks, which it holds to the end. Once in a write, before its first change; what was read
	 * before must be read again.
	 */
	readonly lock: (request: LockRequest) => Work<void>;
}

/** Runs pieces of work over the parts of a store that one connection has. */
export interface Connection<Parts> {
	/** Runs reads. Errors name the database. */
	readonly read: <T>(work: (parts: Parts) => Work<T>) => Promise<T>;
	/** Runs a write as one transaction, and waits until it is on disk. Errors roll back and name the database. */
	readonly write: <T>(work: (parts: Parts) => Work<T>, options?: WriteOptions) => Promise<T>;
	/** Resolves when every write so far is on disk. */
	readonly synced: () => Promise<void>;
	/** A write that removes or replaces text: where the database keeps more than its live rows, that goes soon after. */
	readonly forget: <T>(work: (parts: Parts) => Work<T>) => Promise<T>;
}

export interface WriteOptions {
	/** Default true. False: nobody is told of the write before `synced` has been called, so it need not be on disk by itself. */
	readonly sync?: boolean;
}

/** Prepared for one run only. A name would keep it at the server. */
export const unnamed = "";

/** Runs a statement. @returns its first row. */
export function* first<Row>(session: Session, statement: Statement<readonly Row[]>, values?: Record<string, unknown>): Work<Row | undefined> {
	return (yield* session.run(statement, values))[0];
}
