import { and, eq, sql } from "drizzle-orm";
import type { SpendStore } from "../session-store.ts";
import { type Connection, first, type Session, unnamed } from "./session.ts";
import type { Work } from "./work.ts";

/** Reads and writes of spent tokens on one connection, each a single statement. */
export function createSpendWork(session: Session) {
	const { db, run } = session;
	const { foldSpend } = session.tables;
	return {
		*add(userId: string, day: string, tokens: number): Work<void> {
			const set = { tokens: sql`${foldSpend.tokens} + ${sql.param(tokens, foldSpend.tokens)}` };
			const target = [foldSpend.userId, foldSpend.day];
			yield* run(db.insert(foldSpend).values({ userId, day, tokens }).onConflictDoUpdate({ target, set }).prepare(unnamed));
		},
		*get(userId: string, day: string): Work<number> {
			const own = and(eq(foldSpend.userId, userId), eq(foldSpend.day, day));
			return (yield* first(session, db.select({ tokens: foldSpend.tokens }).from(foldSpend).where(own).prepare(unnamed)))?.tokens ?? 0;
		},
	};
}

export function createSpendStore({ read, write }: Connection<{ readonly foldSpend: ReturnType<typeof createSpendWork> }>): SpendStore {
	return {
		add: (userId, day, tokens) => write(({ foldSpend }) => foldSpend.add(userId, day, tokens)),
		get: (userId, day) => read(({ foldSpend }) => foldSpend.get(userId, day)),
	};
}
