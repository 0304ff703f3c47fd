import { and, eq } from "drizzle-orm";
import { flowLock, SessionMoved, userLock } from "./locks.ts";
import { first, type Session, unnamed } from "./session.ts";
import type { Work } from "./work.ts";

type Reseal = (id: string, ciphertext: string) => string;

/** One user's data becomes another's. */
export function createAdoption(session: Session) {
	const { db, run, lock, newId } = session;
	const { apiKey, flow, idempotencyKey, message, runRecord, secret, sessionMemoryFold, sessionMemoryState: state } = session.tables;

	function* flowsOf(userId: string): Work<readonly string[]> {
		return (yield* run(db.select({ id: flow.id }).from(flow).where(eq(flow.userId, userId)).prepare(unnamed))).map(({ id }) => id);
	}

	function* moveSecrets(from: string, to: string, reseal: Reseal): Work<void> {
		for (const { id, ciphertext } of yield* run(db.select().from(secret).where(eq(secret.userId, from)).prepare(unnamed))) {
			const moved = { userId: to, ciphertext: reseal(id, ciphertext) };
			const own = and(eq(secret.userId, from), eq(secret.id, id));
			yield* run(db.update(secret).set(moved).where(own).prepare(unnamed));
		}
	}

	/** Folds that are under way for the old owner must not be saved for the new one. */
	function* moveStates(from: string, to: string): Work<void> {
		for (const row of yield* run(db.select().from(state).where(eq(state.userId, from)).prepare(unnamed))) {
			const moved = { ...row, userId: to, incarnation: newId(), version: 1 };
			yield* run(db.insert(state).values(moved).prepare(unnamed));
		}
		yield* run(db.delete(state).where(eq(state.userId, from)).prepare(unnamed));
	}

	return function* adopt(from: string, to: string, reseal: Reseal): Work<boolean> {
		const seen = new Set(yield* flowsOf(from));
		yield* lock({ exclusive: [userLock(from), userLock(to), ...[...seen].map(flowLock)] });
		const added = (yield* flowsOf(from)).find((id) => !seen.has(id));
		if (added !== undefined) throw new SessionMoved(added);
		if (yield* first(session, db.select({ id: flow.id }).from(flow).where(eq(flow.userId, to)).limit(1).prepare(unnamed))) return false;
		// Revoked ones too: whoever had the first key has, or has declined, what was there.
		if (yield* first(session, db.select({ id: apiKey.id }).from(apiKey).limit(1).prepare(unnamed))) return false;
		yield* moveSecrets(from, to, reseal);
		yield* moveStates(from, to);
		for (const table of [flow, message, sessionMemoryFold, runRecord]) {
			yield* run(db.update(table).set({ userId: to }).where(eq(table.userId, from)).prepare(unnamed));
		}
		yield* run(db.delete(idempotencyKey).where(eq(idempotencyKey.userId, from)).prepare(unnamed));
		return true;
	};
}
