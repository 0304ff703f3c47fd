import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import type { MessageRow } from "../message-row.ts";
import type { MessageFilter } from "../session-store.ts";
import { placeAt, placeOf } from "./conditions.ts";
import { type Session, unnamed } from "./session.ts";
import type { Work } from "./work.ts";

const defaultLimit = 1000;

/** The user's rows that fit a filter. */
export function* listMessages({ db, run, tables }: Session, userId: string, filter: MessageFilter): Work<readonly MessageRow[]> {
	const { message, flow } = tables;
	const { flowId, sessionId, contextId, sender, senderName, after, limit = defaultLimit } = filter;
	const descending = filter.order === "descending";
	const flows = db.select({ id: flow.id }).from(flow).where(eq(flow.userId, userId));
	const wanted = [
		eq(message.userId, userId),
		// Every row's flow is the user's own, so this only leads to the index that starts with the flow.
		flowId === undefined ? inArray(message.flowId, flows) : eq(message.flowId, flowId),
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
