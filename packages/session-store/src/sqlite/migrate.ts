import type Database from "better-sqlite3";
import { dueMigrations, type Migration, readMigrations, refusedMigration, refuseNewer, type SchemaState, schemaGeneration } from "../sql/migrations.ts";
import { sqliteCode } from "./database-error.ts";

/** Brings the schema up to date in one transaction that holds the write lock, so any number of processes may open an empty database at once. */
export function migrate(client: Database.Database, migrationsDir: string): void {
	const migrations = readMigrations(migrationsDir);
	if (due(client, migrations).length === 0) return;
	client
		.transaction(() => {
			client.exec("CREATE TABLE IF NOT EXISTS __drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at numeric)");
			for (const migration of due(client, migrations)) apply(client, migration);
			client.pragma(`user_version = ${schemaGeneration}`);
		})
		.immediate();
}

/** @returns whether nothing is due. @throws StoreError `too-new` */
export function isMigrated(client: Database.Database, migrations: readonly Migration[]): boolean {
	refuseNewer(Number(client.pragma("user_version", { simple: true })));
	return due(client, migrations).length === 0;
}

function due(client: Database.Database, migrations: readonly Migration[]): readonly Migration[] {
	return dueMigrations(migrations, schemaState(client));
}

/** @throws StoreError `too-new` for a schema that this version does not know. */
export function schemaState(client: Database.Database): SchemaState {
	refuseNewer(Number(client.pragma("user_version", { simple: true })));
	const tables = new Set(client.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all());
	const recorded = new Set(tables.has("__drizzle_migrations") ? client.prepare("SELECT created_at FROM __drizzle_migrations").pluck().all().map(Number) : []);
	return { tables, recorded };
}

function apply(client: Database.Database, migration: Migration): void {
	try {
		for (const statement of migration.sql) client.exec(statement);
	} catch (cause) {
		// A full disk or a damaged file has its own message; an SQL error means that the tables are not ours.
		if (sqliteCode(cause) !== "SQLITE_ERROR") throw cause;
		throw refusedMigration(cause, "If the file belongs to another program, give another path.");
	}
	client.prepare("DELETE FROM __drizzle_migrations WHERE created_at = ?").run(migration.folderMillis);
	client.prepare("INSERT INTO __drizzle_migrations (hash, created_at) VALUES (?, ?)").run(migration.hash, migration.folderMillis);
}
