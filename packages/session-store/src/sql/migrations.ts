import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { StoreError } from "../store-error.ts";

export type Migration = ReturnType<typeof readMigrationFiles>[number];

/**
 * Generation of the schema, kept in the database. Migrations only expand, so that older hosts run on newer schemas; a change that they could not bear
 * raises this number, and they refuse the database.
 */
export const schemaGeneration = 1;

const journalFile = "meta/_journal.json";

/** @returns the migrations in a folder, oldest first. @throws StoreError `unusable` */
export function readMigrations(migrationsDir: string): readonly Migration[] {
	if (existsSync(join(migrationsDir, journalFile))) return readMigrationFiles({ migrationsFolder: migrationsDir });
	throw new StoreError("unusable", `No database migrations in ${migrationsDir}. Give the folder that holds ${journalFile}.`);
}

/** @returns the folder with our migrations: beside a bundle, in the built package, or in this repository. @throws StoreError `unusable` */
export function defaultMigrationsDir(dialect: "sqlite" | "postgres"): string {
	const here = dirname(fileURLToPath(import.meta.url));
	const folders = ["", "..", "../../..", "../../../.."].map((up) => join(here, up, "drizzle", dialect));
	const found = folders.find((folder) => existsSync(join(folder, journalFile)));
	if (found) return found;
	throw new StoreError("unusable", `No database migrations near ${here}. Copy drizzle/${dialect} beside the bundle as ${folders[0]}, or give migrationsDir.`);
}

/** @throws StoreError `too-new` for a schema that this version does not know. */
export function refuseNewer(generation: number): void {
	if (generation <= schemaGeneration) return;
	throw new StoreError(
		"too-new",
		`The database has schema generation ${generation}, and this version knows only ${schemaGeneration}. Start a newer version, or restore a backup from before the upgrade.`,
	);
}

/** @returns the names of the migrations in a folder, oldest first, as `readMigrations` gives them. */
export function readMigrationNames(migrationsDir: string): readonly string[] {
	// The migrator has read the same file before, and would have refused another shape.
	const { entries }: { readonly entries: readonly { readonly tag: string }[] } = JSON.parse(readFileSync(join(migrationsDir, journalFile), "utf8"));
	return entries.map(({ tag }) => tag);
}

/** What a database says about itself. */
export interface SchemaState {
	readonly tables: ReadonlySet<unknown>;
	/** `created_at` of the migrations that were applied. */
	readonly recorded: ReadonlySet<number>;
}

/** Migrations that are not recorded, or all of whose tables were dropped (a downgrade, followed by an upgrade). */
export function dueMigrations(migrations: readonly Migration[], { tables, recorded }: SchemaState): readonly Migration[] {
	return migrations.filter((migration) => !recorded.has(migration.folderMillis) || isDropped(migration, tables));
}

function isDropped(migration: Migration, tables: ReadonlySet<unknown>): boolean {
	const created = migration.sql.flatMap((statement) => /^\s*CREATE TABLE [`"](\w+)[`"]/i.exec(statement)?.[1] ?? []);
	return created.length > 0 && created.every((table) => !tables.has(table));
}

/** The error for a migration that the database refuses: the tables are not ours. */
export function refusedMigration(cause: unknown, remedy: string): StoreError {
	const reason = cause instanceof Error ? cause.message : String(cause);
	return new StoreError("unusable", `The migration of the schema failed, and nothing was changed: ${reason}. ${remedy}`, { cause });
}
