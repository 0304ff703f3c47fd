import { and, asc, lt } from "drizzle-orm";
import { importedRow } from "../import-row.ts";
import { nextTimestamp } from "../message-row.ts";
import type { MessageStore } from "../session-store.ts";
import { inSession } from "./conditions.ts";
import type { Connection } from "./connection.ts";
import type { Invalidation } from "./invalidation.ts";
import type { MemoryRows } from "./memory-rows.ts";
import { prepareMessageQueries } from "./message-queries.ts";
import { flow, message } from "./schema.ts";
import { listSessions } from "./session-list.ts";

/** Many rows at once: imports, and what has become too old. */
export function createMessageImport(
	{ db, write, now, newId }: Connection,
	memory: MemoryRows,
	invalidation: Invalidation,
	remove: MessageRemover,
): Pick<MessageStore, "import" | "expire"> {
	const queries = prepareMessageQueries(db);
	const isTaken = (id: string): boolean => queries.byId.get({ id }) !== undefined;

	const importRows: ImportRows = (session, rows, after) => {
		if (!queries.flowOf.get({ flowId: session.flowId, userId: session.userId })) return undefined;
		const newest = queries.newest.get(session);
		if (!newest) memory.forgetSession(session);
		const nowMs = nextTimestamp(now(), newest?.timestamp);
		let last = after;
		for (const given of rows) {
			const row = importedRow(given, { session, after: last, nowMs, newId, isTaken });
			queries.insert.run({ ...row });
			if (row.eligible) invalidation.rowWritten(row);
			last = { timestampMs: row.timestamp, id: row.id };
		}
		return last ?? { timestampMs: 0, id: "" };
	};

	const expire = (beforeMs: number, limit: number): number => {
		let left = limit;
		for (const { id: flowId, userId } of db.select({ id: flow.id, userId: flow.userId }).from(flow).all()) {
			for (const { sessionId } of listSessions(db, userId, flowId)) {
				const old = and(inSession(message, { flowId, userId, sessionId }), lt(message.timestamp, beforeMs));
				const rows = db.select({ id: message.id }).from(message).where(old).orderBy(asc(message.timestamp), asc(message.id)).limit(left).all();
				for (const { id } of rows) remove(userId, id);
				left -= rows.length;
				if (left <= 0) return limit;
			}
		}
		return limit - left;
	};

	return {
		import: (session, rows, after) => write(() => importRows(session, rows, after)),
		expire: (beforeMs, limit) => write(() => expire(beforeMs, limit)),
	};
}

/** Deletes one row with all that follows from it, inside a transaction. */
export type MessageRemover = (userId: string, id: string) => boolean;

type ImportRows = (...parameters: Parameters<MessageStore["import"]>) => Awaited<ReturnType<MessageStore["import"]>>;
