import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import type { Pool, PoolClient } from "pg";
import { type LockRequest, SessionMoved } from "../sql/locks.ts";
import type { Connection, Session } from "../sql/session.ts";
import { createStoreParts, type StoreParts } from "../sql/store-parts.ts";
import { runInTurn, type Work, waitFor } from "../sql/work.ts";
import { StoreError } from "../store-error.ts";
import { databaseError, isLostConnection, isRetryable } from "./database-error.ts";
import { lockStatement } from "./locks.ts";
import { apiKey, flow, foldSpend, idempotencyKey, mark, message, runRecord, secret, sessionMemoryFold, sessionMemoryState } from "./schema.ts";

/** A write starts again so often when others got in its way. */
const maxAttempts = 20;

/** What is kept with a pooled connection: prepared statements live as long as it does. */
interface Channel {
	readonly parts: StoreParts;
	/** Whether a transaction was begun, which the locks of a write do. */
	begun: boolean;
	/** Whether the server has answered to this use of the connection: before that, nothing can have been written. */
	answered: boolean;
}

/**
 * Runs work over a pool: each piece on one connection, each write in one transaction that begins with its locks.
 * @param options.rowsElsewhere the messages are not in this database
 */
export function createConnection(
	pool: Pool,
	target: string,
	{ now, newId, rowsElsewhere = false }: Pick<Session, "now" | "newId"> & { readonly rowsElsewhere?: boolean },
): Connection<StoreParts> {
	const channels = new WeakMap<PoolClient, Channel>();
	const channelOf = (client: PoolClient): Channel => {
		const known = channels.get(client);
		if (known) return known;
		const channel: Channel = {
			parts: createStoreParts(
				createSession(client, () => channel, { now, newId }),
				{ rowsElsewhere },
			),
			begun: false,
			answered: false,
		};
		channels.set(client, channel);
		return channel;
	};

	/** Lends a connection. One that turns out to be broken before the server answered on it was left over from a server that is gone: another is tried. */
	const use = async <T>(work: (client: PoolClient, channel: Channel) => Promise<T>): Promise<T> => {
		for (let left = pool.totalCount; ; left--) {
			const client = await pool.connect();
			const channel = channelOf(client);
			channel.answered = false;
			try {
				const result = await work(client, channel);
				client.release();
				return result;
			} catch (error) {
				const lost = isLostConnection(error);
				client.release(lost);
				if (!lost || channel.answered || left <= 0) throw error;
			}
		}
	};

	const named = async <T>(work: () => Promise<T>): Promise<T> => {
		if (pool.ending) throw new StoreError("closed", `${target}: the store is closed. Open it again.`);
		try {
			return await work();
		} catch (error) {
			throw databaseError(target, error);
		}
	};

	const write: Connection<StoreParts>["write"] = (work) => named(() => again(() => use((client, channel) => transact(client, channel, work))));
	return {
		read: (work) => named(() => use((_, { parts }) => runInTurn(work(parts)))),
		write,
		// A commit is on the server's disk when it is confirmed.
		synced: async () => {},
		// Dead rows are the server's to vacuum.
		forget: write,
	};
}

async function transact<T>(client: PoolClient, channel: Channel, work: (parts: StoreParts) => Work<T>): Promise<T> {
	channel.begun = false;
	try {
		const result = await runInTurn(work(channel.parts));
		if (channel.begun) await commit(client);
		return result;
	} catch (error) {
		if (channel.begun && !isLostConnection(error)) await client.query("ROLLBACK");
		throw error;
	}
}

async function commit(client: PoolClient): Promise<void> {
	try {
		await client.query("COMMIT");
	} catch (cause) {
		if (!isLostConnection(cause)) throw cause;
		throw new StoreError(
			"unreachable",
			"The connection was lost while a write was being confirmed: it is stored whole or not at all. Look before you repeat it.",
			{
				cause,
			},
		);
	}
}

/** Starts a write again that the server gave up for another one, or whose rows were moved to another session before it had its locks. */
async function again<T>(write: () => Promise<T>): Promise<T> {
	for (let left = maxAttempts; ; left--) {
		try {
			return await write();
		} catch (error) {
			if (left <= 1 || !(error instanceof SessionMoved || isRetryable(error))) throw error;
		}
	}
}

function createSession(client: PoolClient, channel: () => Channel, { now, newId }: Pick<Session, "now" | "newId">): Session {
	const begin = async (request: LockRequest): Promise<void> => {
		if (channel().begun) throw new Error("A write takes its locks once, together: taken one after the other they could wait for each other.");
		// One message for all: without it, each would cost the way to the server.
		channel().begun = true;
		await client.query(`BEGIN ISOLATION LEVEL READ COMMITTED; ${lockStatement(request)}`);
		channel().answered = true;
	};
	const run: Session["run"] = (statement, values) =>
		waitFor(
			statement.execute(values).then((result) => {
				channel().answered = true;
				return result;
			}),
		);
	return { ...statementContext(drizzle(client)), now, newId, run, lock: (request) => waitFor(begin(request)) };
}

/** What statements for Postgres are built from. */
export function statementContext(db: Session["db"]): Pick<Session, "db" | "tables" | "isEligibleRow" | "hasLateral"> {
	return {
		db,
		tables: { apiKey, flow, foldSpend, idempotencyKey, mark, message, runRecord, secret, sessionMemoryFold, sessionMemoryState },
		isEligibleRow: sql`eligible`,
		hasLateral: true,
	};
}
