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

/** Milliseconds of the fastest of many rounds: what else the machine does falls on the others. */
function fastest(run: () => unknown): number {
	const round = () => {
		const start = performance.now();
		for (let count = 0; count < 200; count++) run();
		return performance.now() - start;
	};
	return Math.min(...Array.from({ length: 40 }, round));
}

it("a prepared statement is not planned anew at each execution", () => {
	const [bare, signed] = [drizzle(client), createQueryBuilder(client)].map(newestTime);
	const values = { flowId: "f", userId: "u", sessionId: "s" };
	const [planned, kept] = [fastest(() => bare?.all(values)), fastest(() => signed?.all(values))];
	expect(kept).toBeLessThan(planned * 0.7);
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
