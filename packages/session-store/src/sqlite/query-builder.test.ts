import Database from "better-sqlite3";
import { desc, sql } from "drizzle-orm";
import { type BetterSQLite3Database, drizzle } from "drizzle-orm/better-sqlite3";
import { expect, it } from "vitest";
import { inGivenSession } from "../sql/conditions.ts";
import { defaultMigrationsDir } from "../sql/migrations.ts";
import { migrate } from "./migrate.ts";
import { createQueryBuilder } from "./query-builder.ts";
import { message } from "./schema.ts";

const client = new Database(":memory:");
migrate(client, defaultMigrationsDir("sqlite"));

function newestTime(db: BetterSQLite3Database) {
	return db
		.select({ timestamp: message.timestamp })
		.from(message)
		.where(inGivenSession(message))
		.orderBy(desc(message.timestamp), desc(message.id))
		.limit(1)
		.prepare();
}

/** Parameters of a statement that the driver would have planned anew for each value. */
const bareParameters = (db: BetterSQLite3Database) =>
	newestTime(db)
		.getQuery()
		.sql.match(/(?<!\+)\?/g) ?? [];

it("no parameter of a prepared statement can make it be planned anew", () => {
	expect(bareParameters(createQueryBuilder(client))).toEqual([]);
	expect(bareParameters(drizzle(client))).toHaveLength(4);
});

it.each([
	["a text of digits", "12"],
	["a number", 12.5],
	["a large number", Number.MAX_SAFE_INTEGER],
	["null", null],
])("the sign changes nothing about %s", (_, value) => {
	const db = createQueryBuilder(client);
	const same = db.all(sql`SELECT ${value} AS value, typeof(${value}) AS kind`);
	expect(same).toEqual(drizzle(client).all(sql`SELECT ${value} AS value, typeof(${value}) AS kind`));
});
