import { and, asc, eq } from "drizzle-orm";
import type { KeyStore } from "../session-store.ts";
import type { Connection } from "./connection.ts";
import { apiKey } from "./schema.ts";

export function createKeyStore({ db, read, write, now }: Connection): KeyStore {
	const valid = eq(apiKey.revokedAt, 0);
	return {
		create: (key) =>
			write(
				() =>
					void db
						.insert(apiKey)
						.values({ ...key, createdAt: now(), revokedAt: 0 })
						.run(),
			),
		find: (hash) =>
			read(() =>
				db
					.select({ id: apiKey.id, userId: apiKey.userId })
					.from(apiKey)
					.where(and(eq(apiKey.hash, hash), valid))
					.get(),
			),
		list: (userId) =>
			read(() =>
				db
					.select({ id: apiKey.id, userId: apiKey.userId, name: apiKey.name, prefix: apiKey.prefix, createdAtMs: apiKey.createdAt })
					.from(apiKey)
					.where(and(valid, userId === undefined ? undefined : eq(apiKey.userId, userId)))
					.orderBy(asc(apiKey.createdAt), asc(apiKey.id))
					.all(),
			),
		revoke: (id) =>
			write(
				() =>
					db
						.update(apiKey)
						// 0 means valid, whatever the clock says.
						.set({ revokedAt: Math.max(1, now()) })
						.where(and(eq(apiKey.id, id), valid))
						.returning({ id: apiKey.id })
						.all().length > 0,
			),
	};
}
