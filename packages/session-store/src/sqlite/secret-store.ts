import { and, eq } from "drizzle-orm";
import type { SecretStore } from "../session-store.ts";
import type { Connection } from "./connection.ts";
import { secret } from "./schema.ts";

export function createSecretStore({ db, read, write, now }: Connection): SecretStore {
	return {
		put: ({ id, userId, flowId, ciphertext }) =>
			write(() => {
				const target = [secret.userId, secret.id];
				db.insert(secret).values({ id, userId, flowId, ciphertext, createdAt: now() }).onConflictDoUpdate({ target, set: { flowId, ciphertext } }).run();
			}),
		get: (userId, id) =>
			read(
				() =>
					db
						.select({ ciphertext: secret.ciphertext })
						.from(secret)
						.where(and(eq(secret.userId, userId), eq(secret.id, id)))
						.get()?.ciphertext,
			),
	};
}
