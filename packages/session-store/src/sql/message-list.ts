import { and, asc, desc, eq, inArray, lt, sql } from "drizzle-orm";
import { type MessageRow, toMessageRecord } from "../message-row.ts";
import type { FileReference, MessageFilter, MessageStore } from "../session-store.ts";
import { placeAt, placeOf } from "./conditions.ts";
import { type Session, unnamed } from "./session.ts";
import type { Work } from "./work.ts";

const defaultLimit = 1000;

/** The user's rows that fit a filter. */
export function* listMessages({ db, run, tables }: Session, userId: string, filter: MessageFilter): Work<readonly MessageRow[]> {
	const { message } = tables;
	const { flowId, sessionId, contextId, sender, senderName, after, limit = defaultLimit } = filter;
	const descending = filter.order === "descending";
	const wanted = [
		eq(message.userId, userId),
		flowId === undefined ? undefined : eq(message.flowId, flowId),
		sessionId === undefined ? undefined : eq(message.sessionId, sessionId),
		contextId === undefined ? undefined : eq(message.contextId, contextId),
		sender === undefined ? undefined : eq(message.sender, sender),
		senderName === undefined ? undefined : eq(message.senderName, senderName),
		after && sql`${placeOf(message)} ${descending ? sql`<` : sql`>`} ${placeAt(message, after)}`,
	];
	const order = descending ? desc : asc;
	const query = db
		.select()
		.from(message)
		.where(and(...wanted))
		.orderBy(order(message.timestamp), order(message.id))
		.limit(limit);
	return yield* run(query.prepare(unnamed));
}

/** Ids in one statement: drivers take a limited number of values. */
const chunkSize = 1_000;

/** Those of the user's rows that exist. */
export function* listById({ db, run, tables: { message } }: Session, userId: string, ids: readonly string[]): Work<readonly MessageRow[]> {
	const found: MessageRow[] = [];
	for (let start = 0; start < ids.length; start += chunkSize) {
		const wanted = and(eq(message.userId, userId), inArray(message.id, ids.slice(start, start + chunkSize)));
		found.push(...(yield* run(db.select().from(message).where(wanted).prepare(unnamed))));
	}
	return found;
}

/** Rows that name files, by the index that holds no others. */
export function* listWithFiles(
	{ db, run, tables: { message } }: Session,
	{ flowId, beforeMs }: Parameters<MessageStore["withFiles"]>[0],
): Work<readonly FileReference[]> {
	const wanted = and(
		sql`files <> '[]'`,
		flowId === undefined ? undefined : eq(message.flowId, flowId),
		beforeMs === undefined ? undefined : lt(message.timestamp, beforeMs),
	);
	const rows = yield* run(db.select().from(message).where(wanted).prepare(unnamed));
	return rows.map(toMessageRecord).map(({ id, userId, flowId, sessionId, timestampMs, files }) => ({ id, userId, flowId, sessionId, timestampMs, files }));
}
