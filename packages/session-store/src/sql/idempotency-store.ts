import { and, eq, lt, sql } from "drizzle-orm";
import { readJsonObject } from "../json-column.ts";
import type { Json } from "../records.ts";
import type { IdempotencyStore, KeyClaim } from "../session-store.ts";
import { flowLock } from "./locks.ts";
import { type Connection, first, type Session, unnamed } from "./session.ts";
import type { Work } from "./work.ts";

/** How long keys are kept, in milliseconds. */
const keptMs = 24 * 3_600_000;

/** Reads and writes of idempotency keys on one connection. */
export function createIdempotencyWork(session: Session) {
	const { db, run, lock, now, newId } = session;
	const { idempotencyKey } = session.tables;
	const own = (userId: string, key: string) => and(eq(idempotencyKey.userId, userId), eq(idempotencyKey.key, key));
	return {
		*claim(request: Parameters<IdempotencyStore["claim"]>[0], { owner, untilMs: leaseUntil }: Parameters<IdempotencyStore["claim"]>[1]): Work<KeyClaim> {
			const { userId, key } = request;
			yield* lock({ shared: [flowLock(request.flowId)], exclusive: [["key", userId, key]] });
			const outdated = lt(idempotencyKey.createdAt, now() - keptMs);
			yield* run(db.delete(idempotencyKey).where(outdated).prepare(unnamed));
			const row = yield* first(session, db.select().from(idempotencyKey).where(own(userId, key)).prepare(unnamed));
			if (!row) {
				const inputId = newId();
				const claimed = {
					...request,
					sessionId: request.sessionId.toWellFormed(),
					texts: "",
					forgotten: false,
					inputId,
					owner,
					answer: "",
					leaseUntil,
					createdAt: now(),
				};
				yield* run(db.insert(idempotencyKey).values(claimed).prepare(unnamed));
				return { claim: "yours", inputId };
			}
			if (row.fingerprint !== request.fingerprint || row.flowId !== request.flowId) return { claim: "other-request" };
			const place = { table: "idempotency_key", column: "answer", row: `key ${JSON.stringify(row.key)}` };
			if (row.answer !== "")
				return { claim: "done", answer: { ...readJsonObject(row.answer, place), ...(row.texts === "" ? {} : { texts: JSON.parse(row.texts) }) } };
			if (row.leaseUntil > now()) return { claim: "running" };
			yield* run(db.update(idempotencyKey).set({ owner, leaseUntil }).where(own(userId, key)).prepare(unnamed));
			return { claim: "yours", inputId: row.inputId };
		},

		*settle({ userId, key }: { readonly userId: string; readonly key: string }, owner: string, end: Parameters<IdempotencyStore["settle"]>[2]): Work<boolean> {
			const { answer, texts } = "answer" in end ? apart(end.answer) : { answer: "", texts: "" };
			// In one statement: what is forgotten before it leaves its mark, what is forgotten after it finds the texts.
			const unlessForgotten = sql`CASE WHEN ${eq(idempotencyKey.forgotten, false)} THEN ${sql.param(texts, idempotencyKey.texts)} ELSE '' END`;
			const change = "answer" in end ? { answer, texts: unlessForgotten, leaseUntil: 0 } : { leaseUntil: end.untilMs };
			const mine = and(own(userId, key), eq(idempotencyKey.owner, owner), eq(idempotencyKey.answer, ""));
			const settled = db.update(idempotencyKey).set(change).where(mine).returning({ key: idempotencyKey.key });
			return (yield* run(settled.prepare(unnamed))).length > 0;
		},
	};
}

function apart({ texts, ...answer }: { readonly [key: string]: Json }): { readonly answer: string; readonly texts: string } {
	return { answer: JSON.stringify(answer), texts: texts === undefined ? "" : JSON.stringify(texts) };
}

export function createIdempotencyStore({ write }: Connection<{ readonly idempotency: ReturnType<typeof createIdempotencyWork> }>): IdempotencyStore {
	return {
		claim: (request, lease) => write(({ idempotency }) => idempotency.claim(request, lease)),
		settle: (request, owner, end) => {
			const ending = structuredClone(end);
			return write(({ idempotency }) => idempotency.settle(request, owner, ending));
		},
	};
}
