import { existsSync } from "node:fs";
import { openPostgresStore } from "../postgres/open-postgres-store.ts";
import { openSqliteStore } from "../sqlite/open-sqlite-store.ts";
import { readDatabaseFacts } from "./database-facts.ts";
import { type DatabasePlace, describePlace } from "./place.ts";
import { type SchemaVersion, schemaVersion } from "./schema-version.ts";

export interface MigrationReport {
	/** Without user and password. */
	readonly place: string;
	/** Whether an SQLite file was made, or would be. */
	readonly created: boolean;
	readonly before: SchemaVersion;
	/** The same as `before` when nothing was done. */
	readonly after: SchemaVersion;
}

/**
 * Brings a database to the schema of this program, as opening a store does; an SQLite file is made where there is none.
 * @param options.dryRun says what would be done, and does nothing
 * @throws StoreError when the database cannot be used, or is newer than this program.
 */
export async function migrateDatabase(place: DatabasePlace, { dryRun = false }: { readonly dryRun?: boolean } = {}): Promise<MigrationReport> {
	const created = place.kind === "sqlite" && !existsSync(place.path);
	const before = created ? schemaVersion({ tables: new Set(), recorded: new Set() }, "sqlite") : (await readDatabaseFacts(place)).schema;
	const report = { place: describePlace(place), created, before };
	if (dryRun || before.due.length === 0) return { ...report, after: before };
	const store = await (place.kind === "sqlite" ? openSqliteStore({ path: place.path }) : openPostgresStore({ url: place.url, maxConnections: 1 }));
	await store.close();
	return { ...report, after: (await readDatabaseFacts(place)).schema };
}
