import { and, eq, lt } from "drizzle-orm";
import { readJsonObject } from "../json-column.ts";
import type { IdempotencyStore, KeyClaim } from "../session-store.ts";
import type { Connection } from "./connection.ts";
import { idempotencyKey } from "./schema.ts";

/** How long keys are kept, in milliseconds. */
const keptMs = 24 * 3_600_000;

export function createIdempotencyStore({ db, write, now, newId }: Connection): IdempotencyStore {
	const own = (userId: string, key: string) => and(eq(idempotencyKey.userId, userId), eq(idempotencyKey.key, key));

	const claim = (request: Parameters<IdempotencyStore["claim"]>[0], { owner, untilMs: leaseUntil }: { owner: string; untilMs: number }): KeyClaim => {
		db.delete(idempotencyKey)
			.where(lt(idempotencyKey.createdAt, now() - keptMs))
			.run();
		const row = db.select().from(idempotencyKey).where(own(request.userId, request.key)).get();
		if (!row) {
			const inputId = newId();
			db.insert(idempotencyKey)
				.values({ ...request, inputId, owner, answer: "", leaseUntil, createdAt: now() })
				.run();
			return { claim: "yours", inputId };
		}
		if (row.fingerprint !== request.fingerprint || row.flowId !== request.flowId) return { claim: "other-request" };
		const place = { table: "idempotency_key", column: "answer", row: `key ${JSON.stringify(row.key)}` };
		if (row.answer !== "") return { claim: "done", answer: readJsonObject(row.answer, place) };
		if (row.leaseUntil > now()) return { claim: "running" };
		db.update(idempotencyKey).set({ owner, leaseUntil }).where(own(request.userId, request.key)).run();
		return { claim: "yours", inputId: row.inputId };
	};

	return {
		claim: (request, lease) => write(() => claim(request, lease)),
		settle: ({ userId, key }, owner, end) =>
			write(() => {
				const change = "answer" in end ? { answer: JSON.stringify(end.answer), leaseUntil: 0 } : { leaseUntil: end.untilMs };
				const mine = and(own(userId, key), eq(idempotencyKey.owner, owner), eq(idempotencyKey.answer, ""));
				return db.update(idempotencyKey).set(change).where(mine).returning({ key: idempotencyKey.key }).all().length > 0;
			}),
	};
}
