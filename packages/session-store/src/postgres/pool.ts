import pg from "pg";
import { StoreError } from "../store-error.ts";

export interface PoolSettings {
	readonly url: string;
	readonly maxConnections: number;
	readonly connectTimeoutMs: number;
	readonly lockTimeoutMs: number;
	readonly statementTimeoutMs: number;
}

/** Writes of a host that hangs in the middle of one are given up by the server after this time, so that others get their locks. */
const idleInTransactionTimeoutMs = 60_000;

/** What the server grants a statement, and a little more for the way: then the network has lost the answer. */
const networkSlackMs = 5_000;

/** A bounded pool. A connection that breaks is dropped, and the next call opens another. */
export function createPool({ url, maxConnections, connectTimeoutMs, lockTimeoutMs, statementTimeoutMs }: PoolSettings): pg.Pool {
	const pool = new pg.Pool({
		connectionString: url,
		max: maxConnections,
		connectionTimeoutMillis: connectTimeoutMs,
		idleTimeoutMillis: 60_000,
		query_timeout: statementTimeoutMs + networkSlackMs,
		keepAlive: true,
		application_name: "foldback",
	});
	// Without listeners a stopped server would end this process. Whoever uses a broken connection gets the error from his own call.
	pool.on("error", () => {});
	pool.on("connect", (client) => {
		client.on("error", () => {});
		// Goes before whatever the connection is wanted for. Should it fail, so does that.
		client.query(connectionSettings({ lockTimeoutMs, statementTimeoutMs })).catch(() => {});
	});
	return pool;
}

/**
 * Statements that set up a connection. Bitmap scans are off because they come with a sort: for a plan made once for all sessions, the planner takes every
 * session for a small one and would sort the whole of a long one to find its newest rows, which the index has in order.
 * Compiling (jit) never pays for such short statements.
 */
export function connectionSettings({ lockTimeoutMs, statementTimeoutMs }: Pick<PoolSettings, "lockTimeoutMs" | "statementTimeoutMs">): string {
	return [
		`SET statement_timeout = ${statementTimeoutMs}`,
		`SET lock_timeout = ${lockTimeoutMs}`,
		`SET idle_in_transaction_session_timeout = ${idleInTransactionTimeoutMs}`,
		"SET enable_bitmapscan = off",
		"SET jit = off",
	].join("; ");
}

/** @returns server and database of a URL, without user and password, to name them in messages. @throws StoreError `unusable` when it is none. */
export function describeTarget(url: string): string {
	if (!URL.canParse(url) || !/^postgres(ql)?:$/.test(new URL(url).protocol)) {
		throw new StoreError("unusable", "The database address is not a postgres:// URL. Give one like postgres://USER:PASSWORD@HOST:5432/DATABASE.");
	}
	const { host, pathname } = new URL(url);
	return `postgres://${host}${pathname}`;
}
