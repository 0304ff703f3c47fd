import { drizzle as overSqlite } from "drizzle-orm/better-sqlite3";
import { drizzle as overPostgres } from "drizzle-orm/node-postgres";
import { v7 } from "uuid";
import { statementContext } from "../../postgres/connection.ts";
import { databaseError as postgresError } from "../../postgres/database-error.ts";
import { openPostgresClient } from "../../postgres/maintenance-client.ts";
import type { Session, Statement } from "../../sql/session.ts";
import { runInTurn } from "../../sql/work.ts";
import { createSession } from "../../sqlite/connection.ts";
import { databaseError as sqliteError } from "../../sqlite/database-error.ts";
import { openSqliteFile } from "../../sqlite/maintenance-file.ts";
import { type DatabasePlace, describePlace } from "../place.ts";

/** One connection of a copy. Errors name its database. */
export interface CopySide {
	/** Without user and password. */
	readonly place: string;
	readonly db: Session["db"];
	readonly tables: Session["tables"];
	readonly run: <T>(statement: Statement<T>) => Promise<T>;
	/** Runs SQL that both dialects know; values are `$1`, `$2`… in the order in which they are given. @returns its rows. */
	readonly query: (text: string, values?: readonly (string | number)[]) => Promise<readonly Readonly<Record<string, unknown>>[]>;
	/** Runs work as one transaction. */
	readonly transaction: <Result>(work: () => Promise<Result>) => Promise<Result>;
	readonly close: () => Promise<void>;
}

/** Opens a database as it is at this moment: whatever is written meanwhile, one state of it is read, and nothing written. @throws StoreError */
export async function openSource(place: DatabasePlace): Promise<CopySide> {
	const side = await (place.kind === "sqlite" ? openSqliteSide(place, { readonly: true }) : openPostgresSide(place));
	try {
		await side.query(place.kind === "sqlite" ? "BEGIN" : "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
		// A transaction sees the database as it is at its first read.
		await side.query("SELECT count(*) FROM flow");
	} catch (error) {
		await side.close();
		throw error;
	}
	return side;
}

/** Opens a database to write to, whose schema is up to date. @throws StoreError */
export async function openTarget(place: DatabasePlace): Promise<CopySide> {
	return await (place.kind === "sqlite" ? openSqliteSide(place, { readonly: false }) : openPostgresSide(place));
}

type PlaceOf<Kind extends DatabasePlace["kind"]> = Extract<DatabasePlace, { readonly kind: Kind }>;

async function openSqliteSide(place: PlaceOf<"sqlite">, { readonly }: { readonly readonly: boolean }): Promise<CopySide> {
	const client = openSqliteFile(place.path, { readonly });
	const query: CopySide["query"] = async (text, values = []) => {
		const statement = client.prepare<unknown[], Record<string, unknown>>(text);
		// SQLite takes `$1` for a name.
		const given = values.length === 0 ? [] : [Object.fromEntries(values.map((value, index) => [String(index + 1), value]))];
		if (statement.reader) return statement.all(...given);
		statement.run(...given);
		return [];
	};
	const { db, tables, run } = createSession(overSqlite(client), { now: Date.now, newId: v7 });
	const close = async () => {
		if (!readonly) client.pragma("wal_checkpoint(TRUNCATE)");
		client.close();
	};
	const side = { place: describePlace(place), db, tables, run: async <T>(statement: Statement<T>) => runInTurn(run(statement)), query, close };
	return withTransactions(side, "BEGIN IMMEDIATE", (error) => sqliteError(side.place, error));
}

async function openPostgresSide(place: PlaceOf<"postgres">): Promise<CopySide> {
	const client = await openPostgresClient(place.url);
	const query: CopySide["query"] = async (text, values = []) => (await client.query<Record<string, unknown>>(text, [...values])).rows;
	const { db, tables } = statementContext(overPostgres(client));
	const run = <T>(statement: Statement<T>) => statement.execute();
	const side = { place: describePlace(place), db, tables, run, query, close: () => client.end() };
	return withTransactions(side, "BEGIN", (error) => postgresError(side.place, error));
}

/** Adds transactions to a side, and gives its errors the names of their causes. */
function withTransactions(side: Omit<CopySide, "transaction">, begin: string, named: (error: unknown) => unknown): CopySide {
	const naming = async <T>(work: Promise<T>): Promise<T> => {
		try {
			return await work;
		} catch (error) {
			throw named(error);
		}
	};
	const query: CopySide["query"] = (text, values) => naming(side.query(text, values));
	return {
		...side,
		query,
		run: (statement) => naming(side.run(statement)),
		async transaction(work) {
			await query(begin);
			try {
				const result = await work();
				await query("COMMIT");
				return result;
			} catch (error) {
				// What broke the work, such as a lost connection, may break this too.
				await query("ROLLBACK").catch(() => {});
				throw error;
			}
		},
	};
}
