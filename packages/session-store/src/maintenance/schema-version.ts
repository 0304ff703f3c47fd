import { defaultMigrationsDir, dueMigrations, readMigrationNames, readMigrations, type SchemaState } from "../sql/migrations.ts";

/** Which migrations a database has had. */
export interface SchemaVersion {
	/** Names of the applied ones, oldest first. */
	readonly applied: readonly string[];
	/** Names of those that this program would apply, oldest first. */
	readonly due: readonly string[];
	/** Number of applied ones that this program does not know: a newer one has been here. They only expand, so this one works all the same. */
	readonly unknown: number;
}

/** Compares what a database says about itself with the migrations of this program, or with those in a folder. */
export function schemaVersion(state: SchemaState, dialect: "sqlite" | "postgres", migrationsDir = defaultMigrationsDir(dialect)): SchemaVersion {
	const migrations = readMigrations(migrationsDir);
	const names = readMigrationNames(migrationsDir);
	const due = new Set(dueMigrations(migrations, state));
	const named = (wanted: boolean) =>
		names.filter((_, index) => {
			const migration = migrations[index];
			return migration !== undefined && due.has(migration) === wanted;
		});
	const known = new Set(migrations.map(({ folderMillis }) => folderMillis));
	return { applied: named(false), due: named(true), unknown: [...state.recorded].filter((recorded) => !known.has(recorded)).length };
}
