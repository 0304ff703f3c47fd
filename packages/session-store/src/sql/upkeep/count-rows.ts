import { type SQL, sql } from "drizzle-orm";
import { type Session, unnamed } from "../session.ts";
import type { Work } from "../work.ts";

/** @returns a function that counts rows of a table. */
export function createCount({ db, run }: Pick<Session, "db" | "run">) {
	return function* count(table: SQL, where: SQL | undefined): Work<number> {
		const rows = yield* run(
			db
				.select({ count: sql<number>`count(*)`.mapWith(Number) })
				.from(table)
				.where(where)
				.prepare(unnamed),
		);
		return rows[0]?.count ?? 0;
	};
}
