import Database from "better-sqlite3";
import { onTestFinished } from "vitest";
import { createDatabase, runSql } from "../postgres/database.fixture.ts";
import { openPostgresStore } from "../postgres/open-postgres-store.ts";
import type { SessionStore } from "../session-store.ts";
import { openSqliteStore } from "../sqlite/open-sqlite-store.ts";
import { temporaryPath } from "../sqlite/store.fixture.ts";
import type { DatabasePlace } from "./place.ts";

/** One kind of database, as maintenance tests meet it. */
export interface DatabaseKind {
	readonly name: string;
	/** A place of a database that is empty, or does not exist yet; it goes when the test ends. */
	readonly newPlace: () => Promise<DatabasePlace>;
}

export const databaseKinds: readonly DatabaseKind[] = [
	{ name: "SQLite", newPlace: async () => ({ kind: "sqlite", path: temporaryPath() }) },
	{ name: "Postgres", newPlace: async () => ({ kind: "postgres", url: await emptyDatabase() }) },
];

/** Databases of this file that are empty again, their tables still there: making one takes ten times as long. */
const emptied: string[] = [];

async function emptyDatabase(): Promise<string> {
	const url = emptied.pop() ?? (await createDatabase()).url;
	onTestFinished(async () => {
		const rows = await runSql(
			url,
			"SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename NOT IN ('__drizzle_migrations', 'schema_generation', 'foldback_copy')",
		);
		if (rows.length > 0) await runSql(url, `TRUNCATE ${rows.map(({ tablename }) => tablename).join(", ")}; DROP TABLE IF EXISTS foldback_copy`);
		emptied.push(url);
	});
	return url;
}

/** Opens a store that closes when the test ends. */
export async function openStore(place: DatabasePlace, now: () => number = Date.now): Promise<SessionStore> {
	const store = await (place.kind === "sqlite"
		? openSqliteStore({ path: place.path, synchronous: "normal", now })
		: openPostgresStore({ url: place.url, maxConnections: 4, now }));
	onTestFinished(() => store.close());
	return store;
}

/** Runs statements as a foreign program would, with no foreign keys to hold it back. */
export async function damage(place: DatabasePlace, statements: string): Promise<void> {
	if (place.kind === "postgres") {
		await runSql(place.url, `SET session_replication_role = replica; ${statements}`);
		return;
	}
	const client = new Database(place.path);
	client.pragma("foreign_keys = OFF");
	client.exec(statements);
	client.close();
}

/** Reads rows on a connection of its own. */
export async function readRows(place: DatabasePlace, query: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
	if (place.kind === "postgres") return await runSql(place.url, query);
	const client = new Database(place.path);
	try {
		return client.prepare<[], Record<string, unknown>>(query).all();
	} finally {
		client.close();
	}
}
