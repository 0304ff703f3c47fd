import { and } from "drizzle-orm";
import type { SecretStore } from "../session-store.ts";
import { givenEqual } from "./conditions.ts";
import { type Connection, first, type Session, unnamed } from "./session.ts";
import type { Work } from "./work.ts";

/** Reads and writes of secret rows on one connection, each a single statement. */
export function createSecretWork(session: Session) {
	const { db, run, now } = session;
	const { secret } = session.tables;
	const byId = db
		.select({ ciphertext: secret.ciphertext })
		.from(secret)
		.where(and(givenEqual(secret.userId, "userId"), givenEqual(secret.id, "id")))
		.prepare("secret_by_id");
	return {
		*put({ id, userId, flowId, ciphertext }: Parameters<SecretStore["put"]>[0]): Work<void> {
			const row = { id, userId, flowId, ciphertext, createdAt: now() };
			const target = [secret.userId, secret.id];
			yield* run(db.insert(secret).values(row).onConflictDoUpdate({ target, set: { flowId, ciphertext } }).prepare(unnamed));
		},
		*get(userId: string, id: string): Work<string | undefined> {
			return (yield* first(session, byId, { userId, id }))?.ciphertext;
		},
	};
}

export function createSecretStore({ read, write }: Connection<{ readonly secrets: ReturnType<typeof createSecretWork> }>): SecretStore {
	return {
		put: (secret) => write(({ secrets }) => secrets.put(secret)),
		get: (userId, id) => read(({ secrets }) => secrets.get(userId, id)),
	};
}
