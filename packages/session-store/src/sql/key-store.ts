import { and, asc, eq } from "drizzle-orm";
import type { KeyStore } from "../session-store.ts";
import { givenEqual } from "./conditions.ts";
import { type Connection, first, type Session, unnamed } from "./session.ts";
import type { Work } from "./work.ts";

/** Reads and writes of key rows on one connection, each a single statement. */
export function createKeyWork(session: Session) {
	const { db, run, now } = session;
	const { apiKey } = session.tables;
	const valid = eq(apiKey.revokedAt, 0);
	const byHash = db
		.select({ id: apiKey.id, userId: apiKey.userId })
		.from(apiKey)
		.where(and(givenEqual(apiKey.hash, "hash"), valid))
		.prepare("key_by_hash");
	return {
		*create(key: Parameters<KeyStore["create"]>[0]): Work<void> {
			yield* run(
				db
					.insert(apiKey)
					.values({ ...key, createdAt: now(), revokedAt: 0 })
					.prepare(unnamed),
			);
		},
		find: (hash: string): Work<{ readonly id: string; readonly userId: string } | undefined> => first(session, byHash, { hash }),
		list(userId: string | undefined): Work<Awaited<ReturnType<KeyStore["list"]>>> {
			const columns = { id: apiKey.id, userId: apiKey.userId, name: apiKey.name, prefix: apiKey.prefix, createdAtMs: apiKey.createdAt };
			const wanted = and(valid, userId === undefined ? undefined : eq(apiKey.userId, userId));
			return run(db.select(columns).from(apiKey).where(wanted).orderBy(asc(apiKey.createdAt), asc(apiKey.id)).prepare(unnamed));
		},
		*revoke(id: string): Work<boolean> {
			// 0 means valid, whatever the clock says.
			const revoked = db.update(apiKey).set({ revokedAt: Math.max(1, now()) });
			const found = revoked.where(and(eq(apiKey.id, id), valid)).returning({ id: apiKey.id });
			return (yield* run(found.prepare(unnamed))).length > 0;
		},
	};
}

export function createKeyStore({ read, write }: Connection<{ readonly keys: ReturnType<typeof createKeyWork> }>): KeyStore {
	return {
		create: (key) => write(({ keys }) => keys.create(key)),
		find: (hash) => read(({ keys }) => keys.find(hash)),
		list: (userId) => read(({ keys }) => keys.list(userId)),
		revoke: (id) => write(({ keys }) => keys.revoke(id)),
	};
}
