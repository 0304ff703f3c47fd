import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type Database from "better-sqlite3";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { StoreError } from "../store-error.ts";
import { sqliteCode } from "./database-error.ts";

type Migration = ReturnType<typeof readMigrationFiles>[number];

/**
 * Generation of the schema, kept as `user_version`. Migrations only expand, so that older hosts run on newer schemas; a change that they could not bear
 * raises this number, and they refuse the database.
 */
export const schemaGeneration = 1;

const journalFile = "meta/_journal.json";

/**
 * Brings the schema up to date in one transaction that holds the write lock, so any number of processes may open an empty database at once.
 * A migration is due when it is not recorded, or when all tables it creates were dropped (a downgrade, followed by an upgrade).
 */
export function migrate(client: Database.Database, migrationsDir: string): void {
	if (!existsSync(join(migrationsDir, journalFile)))
		throw new StoreError("unusable", `No database migrations in ${migrationsDir}. Give the folder that holds ${journalFile}.`);
	const migrations = readMigrationFiles({ migrationsFolder: migrationsDir });
	refuseNewer(client);
	if (due(client, migrations).length === 0) return;
	client
		.transaction(() => {
			client.exec("CREATE TABLE IF NOT EXISTS __drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at numeric)");
			for (const migration of due(client, migrations)) apply(client, migration);
			client.pragma(`user_version = ${schemaGeneration}`);
		})
		.immediate();
}

/** @returns the folder with our migrations: beside a bundle, in the built package, or in this repository. @throws StoreError `unusable` */
export function defaultMigrationsDir(): string {
	const here = dirname(fileURLToPath(import.meta.url));
	const folders = ["drizzle/sqlite", "../drizzle/sqlite", "../../../drizzle/sqlite", "../../../../drizzle/sqlite"].map((folder) => join(here, folder));
	const found = folders.find((folder) => existsSync(join(folder, journalFile)));
	if (found) return found;
	throw new StoreError("unusable", `No database migrations near ${here}. Copy drizzle/sqlite beside the bundle as ${folders[0]}, or give migrationsDir.`);
}

function refuseNewer(client: Database.Database): void {
	const generation = Number(client.pragma("user_version", { simple: true }));
	if (generation <= schemaGeneration) return;
	throw new StoreError(
		"too-new",
		`The database has schema generation ${generation}, and this version knows only ${schemaGeneration}. Start a newer version, or restore a backup from before the upgrade.`,
	);
}

function due(client: Database.Database, migrations: readonly Migration[]): readonly Migration[] {
	const tables = new Set(client.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all());
	const recorded = new Set(tables.has("__drizzle_migrations") ? client.prepare("SELECT created_at FROM __drizzle_migrations").pluck().all().map(Number) : []);
	return migrations.filter((migration) => !recorded.has(migration.folderMillis) || dropped(migration, tables));
}

function dropped(migration: Migration, tables: ReadonlySet<unknown>): boolean {
	const created = migration.sql.flatMap((statement) => /^\s*CREATE TABLE [`"](\w+)[`"]/i.exec(statement)?.[1] ?? []);
	return created.length > 0 && created.every((table) => !tables.has(table));
}

function apply(client: Database.Database, migration: Migration): void {
	try {
		for (const statement of migration.sql) client.exec(statement);
	} catch (cause) {
		// A full disk or a damaged file has its own message; an SQL error means that the tables are not ours.
		if (sqliteCode(cause) !== "SQLITE_ERROR") throw cause;
		const reason = cause instanceof Error ? cause.message : String(cause);
		throw new StoreError(
			"unusable",
			`The migration of the schema failed, and nothing was changed: ${reason}. If the file belongs to another program, give another path.`,
			{ cause },
		);
	}
	client.prepare("DELETE FROM __drizzle_migrations WHERE created_at = ?").run(migration.folderMillis);
	client.prepare("INSERT INTO __drizzle_migrations (hash, created_at) VALUES (?, ?)").run(migration.hash, migration.folderMillis);
}
