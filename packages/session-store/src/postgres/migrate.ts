import type { ClientBase } from "pg";
import { dueMigrations, type Migration, readMigrations, refusedMigration, refuseNewer, type SchemaState, schemaGeneration } from "../sql/migrations.ts";
import { postgresCode } from "./database-error.ts";

/** Any number that other programs on the same database are unlikely to lock. */
const migrationLock = "7306091264021578";

/**
 * Brings the schema up to date in one transaction under an advisory lock, so any number of hosts may start on an empty database at once. Nothing is
 * written, and no right to write is needed, when nothing is due.
 */
export async function migrate(client: ClientBase, migrationsDir: string): Promise<void> {
	const migrations = readMigrations(migrationsDir);
	if ((await due(client, migrations)).length === 0) return;
	// The wait is for another host's migration, which may take its time.
	await client.query(`BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0; SELECT pg_advisory_xact_lock(${migrationLock})`);
	try {
		await migrateLocked(client, migrations);
		await client.query("COMMIT");
	} catch (error) {
		await client.query("ROLLBACK");
		throw error;
	}
}

async function migrateLocked(client: ClientBase, migrations: readonly Migration[]): Promise<void> {
	await client.query(
		`CREATE TABLE IF NOT EXISTS __drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at bigint);
		CREATE TABLE IF NOT EXISTS schema_generation (generation integer NOT NULL)`,
	);
	for (const migration of await due(client, migrations)) await apply(client, migration);
	await client.query("DELETE FROM schema_generation");
	await client.query("INSERT INTO schema_generation VALUES ($1)", [schemaGeneration]);
}

/** @returns whether nothing is due. @throws StoreError `too-new` */
export async function isMigrated(client: ClientBase, migrations: readonly Migration[]): Promise<boolean> {
	return (await due(client, migrations)).length === 0;
}

async function due(client: ClientBase, migrations: readonly Migration[]): Promise<readonly Migration[]> {
	return dueMigrations(migrations, await schemaState(client));
}

/** @throws StoreError `too-new` for a schema that this version does not know. */
export async function schemaState(client: ClientBase): Promise<SchemaState> {
	const tables = new Set(await column(client, "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"));
	if (tables.has("schema_generation")) refuseNewer(Number((await column(client, "SELECT max(generation) FROM schema_generation"))[0]));
	const recorded = new Set(tables.has("__drizzle_migrations") ? (await column(client, "SELECT created_at FROM __drizzle_migrations")).map(Number) : []);
	return { tables, recorded };
}

async function column(client: ClientBase, query: string): Promise<readonly unknown[]> {
	return (await client.query<unknown[]>({ text: query, rowMode: "array" })).rows.map(([value]) => value);
}

async function apply(client: ClientBase, migration: Migration): Promise<void> {
	try {
		for (const statement of migration.sql) await client.query(statement);
	} catch (cause) {
		// Class 42 is a wrong statement, which ours is only among tables that are not ours. Anything else has its own message.
		if (!postgresCode(cause)?.startsWith("42") || postgresCode(cause) === "42501") throw cause;
		throw refusedMigration(cause, "If the database belongs to another program, give another one, or another schema with ?options=-csearch_path%3DNAME.");
	}
	await client.query("DELETE FROM __drizzle_migrations WHERE created_at = $1", [migration.folderMillis]);
	await client.query("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ($1, $2)", [migration.hash, migration.folderMillis]);
}
