import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import { checkedTimestamp, type MessageRow, newMessageRow, nextTimestamp, patchedMessageRow, toMessageRecord } from "../message-row.ts";
import type { AppendResult, MessageFilter, MessagePatch, MessageStore, NewMessage } from "../session-store.ts";
import { placeOf } from "./conditions.ts";
import type { Connection } from "./connection.ts";
import type { Invalidation } from "./invalidation.ts";
import type { MemoryRows } from "./memory-rows.ts";
import { createMessageImport } from "./message-import.ts";
import { prepareMessageQueries } from "./message-queries.ts";
import { message } from "./schema.ts";

type RowStore = Pick<MessageStore, "append" | "flush" | "get" | "getAll" | "list" | "update" | "delete" | "import" | "expire">;

/** Message rows one by one; whole sessions are in `session-operations.ts`. */
export function createMessageStore(connection: Connection, memory: MemoryRows, invalidation: Invalidation): RowStore {
	const { db, read, write, writeSoon, flush, now, newId } = connection;
	const queries = prepareMessageQueries(db);

	const append = (given: NewMessage, answers: string | undefined): AppendResult => {
		if (!queries.flowOf.get({ flowId: given.flowId, userId: given.userId })) return { stored: false, reason: "flow-gone" };
		const input = answers === undefined ? given : queries.input.get({ id: answers, flowId: given.flowId, userId: given.userId });
		if (!input) return { stored: false, reason: "input-gone" };
		const session = { flowId: given.flowId, userId: given.userId, sessionId: input.sessionId };
		const newest = queries.newest.get(session);
		// A session exists by its rows: whatever memory is left under this name, a writer that knows nothing of it left behind.
		if (!newest) memory.forgetSession(session);
		const timestampMs = given.timestampMs === undefined ? nextTimestamp(now(), newest?.timestamp) : checkedTimestamp(given.timestampMs);
		const id = given.id && !queries.byId.get({ id: given.id }) ? given.id : newId();
		const row = newMessageRow(given, { id, sessionId: input.sessionId, timestampMs });
		queries.insert.run({ ...row });
		if (row.eligible) invalidation.rowWritten(row);
		return { stored: true, message: toMessageRecord(row) };
	};

	const update = (userId: string, id: string, patch: MessagePatch): MessageRow | undefined => {
		const row = queries.own.get({ userId, id });
		const changed = row && patchedMessageRow(row, patch);
		if (!row || !changed) return row;
		const own = and(eq(message.userId, userId), eq(message.id, id));
		db.update(message).set(changed).where(own).run();
		invalidation.rowChanged(row, changed);
		return changed;
	};

	const remove = (userId: string, id: string): boolean => {
		const row = queries.own.get({ userId, id });
		if (!row) return false;
		queries.delete.run({ userId, id });
		if (row.eligible) invalidation.rowWritten(row);
		invalidation.rowsGone(row, [row.contextId]);
		return true;
	};

	return {
		append: (given, { answers, soon = false } = {}) => (soon ? writeSoon : write)(() => append(given, answers)),
		flush,
		get: (userId, id) => read(() => optionalRecord(queries.own.get({ userId, id }))),
		getAll: (userId, ids) => read(() => rowsOf(db, userId, ids).map(toMessageRecord)),
		list: (userId, filter) => read(() => listRows(db, userId, filter).map(toMessageRecord)),
		update: (userId, id, patch) => write(() => optionalRecord(update(userId, id, patch))),
		delete: (userId, ids) => write(() => ids.filter((id) => remove(userId, id)).length),
		...createMessageImport(connection, memory, invalidation, remove),
	};
}

const defaultLimit = 1000;

function listRows(db: Connection["db"], userId: string, filter: MessageFilter): readonly MessageRow[] {
	const { flowId, sessionId, contextId, sender, senderName, after, limit = defaultLimit } = filter;
	const descending = filter.order === "descending";
	const wanted = [
		eq(message.userId, userId),
		// Every row's flow is the user's own, so this only leads to the index that starts with the flow.
		flowId === undefined ? inArray(message.flowId, sql`(SELECT id FROM flow WHERE user_id = ${userId})`) : eq(message.flowId, flowId),
		sessionId === undefined ? undefined : eq(message.sessionId, sessionId),
		contextId === undefined ? undefined : eq(message.contextId, contextId),
		sender === undefined ? undefined : eq(message.sender, sender),
		senderName === undefined ? undefined : eq(message.senderName, senderName),
		after && (descending ? sql`${placeOf(message)} < (${after.timestampMs}, ${after.id})` : sql`${placeOf(message)} > (${after.timestampMs}, ${after.id})`),
	];
	const order = descending ? desc : asc;
	return db
		.select()
		.from(message)
		.where(and(...wanted))
		.orderBy(order(message.timestamp), order(message.id))
		.limit(limit)
		.all();
}

/** The ids go as one JSON value: lists may be longer than a statement may have parameters. */
function rowsOf(db: Connection["db"], userId: string, ids: readonly string[]): readonly MessageRow[] {
	const wanted = sql`${message.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
	return db
		.select()
		.from(message)
		.where(and(eq(message.userId, userId), wanted))
		.all();
}

function optionalRecord(row: MessageRow | undefined) {
	return row && toMessageRecord(row);
}
