import { createRequire } from "node:module";
import type Database from "better-sqlite3";
import type { Client } from "pg";
import { withPostgresClient } from "../postgres/maintenance-client.ts";
import { schemaState as postgresState } from "../postgres/migrate.ts";
import { sqliteCode } from "../sqlite/database-error.ts";
import { readSqliteFile } from "../sqlite/maintenance-file.ts";
import { schemaState as sqliteState } from "../sqlite/migrate.ts";
import { type DatabasePlace, describePlace } from "./place.ts";
import { type SchemaVersion, schemaVersion } from "./schema-version.ts";

/** What can be said of a database before its rows are read. */
export interface DatabaseFacts {
	/** Without user and password. */
	readonly place: string;
	/** Name and version of the driver package. */
	readonly driver: string;
	/** Name and version of the database program. */
	readonly server: string;
	readonly schema: SchemaVersion;
}

/** Connects, and changes nothing. @throws StoreError when the database cannot be used; it says why and what to do. */
export async function readDatabaseFacts(place: DatabasePlace): Promise<DatabaseFacts> {
	if (place.kind === "sqlite") {
		return await readSqliteFile(place.path, (client) => ({
			place: describePlace(place),
			driver: `better-sqlite3 ${packageVersion("better-sqlite3")}`,
			server: `SQLite ${client.prepare("SELECT sqlite_version()").pluck().get()}`,
			schema: schemaVersion(sqliteState(client), "sqlite"),
		}));
	}
	return await withPostgresClient(place.url, async (client) => ({
		place: describePlace(place),
		driver: `pg ${packageVersion("pg")}`,
		server: `PostgreSQL ${await serverVersion(client)}`,
		schema: schemaVersion(await postgresState(client), "postgres"),
	}));
}

/** Reads every page of an SQLite file. @returns what SQLite finds wrong with it, in its words; at most 100 lines. */
export async function checkSqliteIntegrity(path: string): Promise<readonly string[]> {
	return await readSqliteFile(path, integrityProblems);
}

/** @returns what SQLite finds wrong, or nothing. */
export function integrityProblems(client: Database.Database): readonly string[] {
	try {
		const lines = client.prepare("PRAGMA integrity_check").pluck().all().map(String);
		return lines.filter((line) => line !== "ok");
	} catch (error) {
		// Some damage it meets before it can list it.
		if (error instanceof Error && sqliteCode(error) === "SQLITE_CORRUPT") return [error.message];
		throw error;
	}
}

async function serverVersion(client: Client): Promise<string> {
	const { rows } = await client.query<{ server_version: string }>("SHOW server_version");
	return rows[0]?.server_version ?? "of unknown version";
}

function packageVersion(name: string): string {
	const { version }: { readonly version: string } = createRequire(import.meta.url)(`${name}/package.json`);
	return version;
}
