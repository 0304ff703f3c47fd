import type { Cursor, MessageSource, SessionScope } from "@foldback/session-compressor";
import { and, asc, count, desc, ne, type SQL, sql } from "drizzle-orm";
import type { BetterSQLite3Database } from "drizzle-orm/better-sqlite3";
import { toSessionMessage } from "../message-row.ts";
import { given, givenPlace, inScope, inSession, placeOf } from "./conditions.ts";
import type { Connection } from "./connection.ts";
import { message } from "./schema.ts";

/** Before every row. */
const start: Cursor = { timestampMs: -1, id: "" };

/** The compressor's reads, over the two partial indexes of eligible rows. */
export function createMessageSource({ db, read }: Pick<Connection, "db" | "read">): MessageSource {
	const session = prepareReads(db, inSession(message, given));
	const context = prepareReads(db, inScope(message, given));
	const readsOf = (scope: SessionScope) => (scope.contextId === "" ? session : context);
	return {
		newest: (scope, limit, options) =>
			read(() =>
				readsOf(scope)
					.newest.all({ ...scope, exclude: options?.exclude ?? "", limit })
					.reverse()
					.map(toSessionMessage),
			),
		after: (scope, cursor, limit, options) =>
			read(() =>
				readsOf(scope)
					.after.all({ ...scope, ...toPlace(cursor ?? start), exclude: options?.exclude ?? "", limit })
					.map(toSessionMessage),
			),
		count: (scope, range) =>
			read(() => {
				const reads = readsOf(scope);
				const row =
					"through" in range
						? reads.countThrough.get({ ...scope, ...toPlace(range.through) })
						: reads.countAfter.get({ ...scope, ...toPlace(range.after ?? start) });
				return row?.count ?? 0;
			}),
	};
}

/** A literal, not a parameter: for one SQLite would plan anew at every call to find out whether a partial index fits. */
export const isEligibleRow = sql`eligible = 1`;

function toPlace({ timestampMs, id }: Cursor) {
	return { timestamp: timestampMs, id };
}

function prepareReads(db: BetterSQLite3Database, scope: SQL | undefined) {
	const columns = {
		id: message.id,
		revision: message.revision,
		timestamp: message.timestamp,
		sender: message.sender,
		senderName: message.senderName,
		text: message.text,
		files: message.files,
	};
	const eligible = and(scope, isEligibleRow);
	const others = and(eligible, ne(message.id, sql.placeholder("exclude")));
	const limit = sql.placeholder("limit");
	const place = placeOf(message);
	return {
		newest: db.select(columns).from(message).where(others).orderBy(desc(message.timestamp), desc(message.id)).limit(limit).prepare(),
		after: db
			.select(columns)
			.from(message)
			.where(and(others, sql`${place} > ${givenPlace}`))
			.orderBy(asc(message.timestamp), asc(message.id))
			.limit(limit)
			.prepare(),
		countThrough: db
			.select({ count: count() })
			.from(message)
			.where(and(eligible, sql`${place} <= ${givenPlace}`))
			.prepare(),
		countAfter: db
			.select({ count: count() })
			.from(message)
			.where(and(eligible, sql`${place} > ${givenPlace}`))
			.prepare(),
	};
}
