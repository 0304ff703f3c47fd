import { eq } from "drizzle-orm";
import type { SessionStore } from "../session-store.ts";
import type { Connection } from "./connection.ts";
import { flow, idempotencyKey, message, runRecord, secret, sessionMemoryFold, sessionMemoryState } from "./schema.ts";

/** One user's data becomes another's. */
export function createAdoption({ db, write, newId }: Connection): SessionStore["adopt"] {
	const adopt = (from: string, to: string, reseal: (id: string, ciphertext: string) => string): boolean => {
		if (db.select({ id: flow.id }).from(flow).where(eq(flow.userId, to)).limit(1).get()) return false;
		const userId = to;
		for (const { id, ciphertext } of db.select().from(secret).where(eq(secret.userId, from)).all()) {
			db.update(secret)
				.set({ userId, ciphertext: reseal(id, ciphertext) })
				.where(eq(secret.id, id))
				.run();
		}
		for (const row of db.select().from(sessionMemoryState).where(eq(sessionMemoryState.userId, from)).all()) {
			// Folds that are under way for the old owner must not be saved for the new one.
			db.insert(sessionMemoryState)
				.values({ ...row, userId, incarnation: newId(), version: 1 })
				.run();
		}
		db.delete(sessionMemoryState).where(eq(sessionMemoryState.userId, from)).run();
		for (const table of [flow, message, sessionMemoryFold, runRecord]) db.update(table).set({ userId }).where(eq(table.userId, from)).run();
		db.delete(idempotencyKey).where(eq(idempotencyKey.userId, from)).run();
		return true;
	};
	return (from, to, reseal) => write(() => adopt(from, to, reseal));
}
