import { and, eq, sql } from "drizzle-orm";
import type { SpendStore } from "../session-store.ts";
import type { Connection } from "./connection.ts";
import { foldSpend } from "./schema.ts";

export function createSpendStore({ db, read, write }: Connection): SpendStore {
	return {
		add: (userId, day, tokens) =>
			write(() => {
				const set = { tokens: sql`${foldSpend.tokens} + ${tokens}` };
				db.insert(foldSpend)
					.values({ userId, day, tokens })
					.onConflictDoUpdate({ target: [foldSpend.userId, foldSpend.day], set })
					.run();
			}),
		get: (userId, day) =>
			read(
				() =>
					db
						.select({ tokens: foldSpend.tokens })
						.from(foldSpend)
						.where(and(eq(foldSpend.userId, userId), eq(foldSpend.day, day)))
						.get()?.tokens ?? 0,
			),
	};
}
