import { existsSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import { createDatabase, runSql } from "../postgres/database.fixture.ts";
import { schemaGeneration } from "../sql/migrations.ts";
import { readDatabaseFacts } from "./database-facts.ts";
import { damage, databaseKinds, openStore } from "./databases.fixture.ts";
import { migrateDatabase } from "./migrate-database.ts";
import type { DatabasePlace } from "./place.ts";

const kinds = [
	{ name: "SQLite", newPlace: databaseKinds[0]?.newPlace },
	{
		name: "Postgres",
		newPlace: async (): Promise<DatabasePlace> => {
			const { url, drop } = await createDatabase();
			onTestFinished(drop);
			return { kind: "postgres", url };
		},
	},
];

describe.each(kinds)("migrating $name", ({ newPlace = expect.fail }) => {
	it("says what it would do, does it, and says so when nothing is to be done", async () => {
		const place = await newPlace();
		const would = await migrateDatabase(place, { dryRun: true });
		expect(would.before.applied).toEqual([]);
		expect(would.before.due[0]).toBe("0000_flows_and_messages");
		expect(would.after).toEqual(would.before);
		if (place.kind === "sqlite") expect(existsSync(place.path)).toBe(false);
		const done = await migrateDatabase(place);
		expect(done).toMatchObject({ created: place.kind === "sqlite", before: { applied: [] }, after: { applied: would.before.due, due: [], unknown: 0 } });
		expect(await migrateDatabase(place)).toEqual({ ...done, created: false, before: done.after });
		expect(await (await openStore(place)).flows.count("ann")).toBe(0);
	});

	it("adds what was dropped, and nothing else", async () => {
		const place = await newPlace();
		await migrateDatabase(place);
		await damage(place, "DROP TABLE session_memory_fold; DROP TABLE session_memory_state");
		expect(await migrateDatabase(place)).toMatchObject({ before: { due: ["0001_session_memory"] }, after: { due: [] } });
	});

	it("knows a newer schema that it can use from one that it cannot", async () => {
		const place = await newPlace();
		await migrateDatabase(place);
		await damage(place, "INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('newer', 9000000000000)");
		expect((await migrateDatabase(place)).after).toMatchObject({ due: [], unknown: 1 });
		const next = schemaGeneration + 1;
		await damage(place, place.kind === "sqlite" ? `PRAGMA user_version = ${next}` : `UPDATE schema_generation SET generation = ${next}`);
		await expect(migrateDatabase(place)).rejects.toMatchObject({
			code: "too-new",
			message: expect.stringMatching(/^\S+: The database has schema generation 2/),
		});
	});

	it("tells driver and server", async () => {
		const place = await newPlace();
		await migrateDatabase(place);
		const { driver, server, place: where } = await readDatabaseFacts(place);
		expect(driver).toMatch(/^(better-sqlite3|pg) \d+\.\d+\.\d+$/);
		expect(server).toMatch(/^(SQLite|PostgreSQL) \d+\.\d+/);
		expect(where).not.toContain("@");
	});
});

it("names an address, and never its password, when there is nobody or no right", async () => {
	await expect(migrateDatabase({ kind: "postgres", url: "postgres://ann:hunter2@127.0.0.1:1/db" })).rejects.toThrow(
		/^postgres:\/\/127\.0\.0\.1:1\/db: the server cannot be reached/,
	);
	const { url, drop } = await createDatabase();
	onTestFinished(drop);
	const role = `reader_${Math.random().toString(36).slice(2)}`;
	await runSql(url, `CREATE ROLE ${role} LOGIN PASSWORD 'hunter2'`);
	onTestFinished(async () => void (await runSql(url, `DROP ROLE ${role}`)));
	const reader = new URL(url);
	reader.username = role;
	reader.password = "hunter2";
	await expect(migrateDatabase({ kind: "postgres", url: reader.href })).rejects.toThrow(
		/^postgres:\/\/127\.0\.0\.1:\d+\/\w+: this user may not do what is needed.*GRANT CREATE/,
	);
});
