import type { Cursor, MessageSource, SessionMessage, SessionScope } from "@foldback/session-compressor";
import { and, asc, count, desc, ne, type SQL, sql } from "drizzle-orm";
import { toSessionMessage } from "../message-row.ts";
import { given, givenPlace, inGivenScope, inGivenSession, placeOf } from "./conditions.ts";
import { type Connection, first, type Session } from "./session.ts";
import type { Work } from "./work.ts";

/** Before every row. */
const start: Cursor = { timestampMs: -1, id: "" };

/** The compressor's reads, over the two partial indexes of eligible rows. */
export function createSourceReads(session: Session) {
	const inSession = prepareReads(session, "session", inGivenSession(session.tables.message));
	const inContext = prepareReads(session, "context", inGivenScope(session.tables.message));
	const readsOf = (scope: SessionScope) => (scope.contextId === "" ? inSession : inContext);
	return {
		*newest(scope: SessionScope, limit: number, exclude = ""): Work<SessionMessage[]> {
			const rows = yield* session.run(readsOf(scope).newest, { ...scope, exclude, limit });
			return rows.reverse().map(toSessionMessage);
		},
		*after(scope: SessionScope, cursor: Cursor | undefined, limit: number, exclude = ""): Work<SessionMessage[]> {
			const rows = yield* session.run(readsOf(scope).after, { ...scope, ...toPlace(cursor ?? start), exclude, limit });
			return rows.map(toSessionMessage);
		},
		*count(scope: SessionScope, range: Parameters<MessageSource["count"]>[1]): Work<number> {
			const { countThrough, countAfter } = readsOf(scope);
			const [statement, end] = "through" in range ? [countThrough, range.through] : [countAfter, range.after ?? start];
			return (yield* first(session, statement, { ...scope, ...toPlace(end) }))?.count ?? 0;
		},
	};
}

export function createMessageSource({ read }: Connection<{ readonly source: ReturnType<typeof createSourceReads> }>): MessageSource {
	return {
		newest: (scope, limit, options) => read(({ source }) => source.newest(scope, limit, options?.exclude)),
		after: (scope, cursor, limit, options) => read(({ source }) => source.after(scope, cursor, limit, options?.exclude)),
		count: (scope, range) => read(({ source }) => source.count(scope, range)),
	};
}

function toPlace({ timestampMs, id }: Cursor) {
	return { timestamp: timestampMs, id };
}

function prepareReads({ db, tables: { message }, isEligibleRow }: Session, kind: string, scope: SQL | undefined) {
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
	const others = and(eligible, ne(message.id, given("exclude", message.id)));
	const after = sql`${placeOf(message)} > ${givenPlace(message)}`;
	const through = sql`${placeOf(message)} <= ${givenPlace(message)}`;
	const limit = sql.placeholder("limit");
	const counted = (range: SQL) => db.select({ count: count() }).from(message).where(and(eligible, range));
	return {
		newest: db.select(columns).from(message).where(others).orderBy(desc(message.timestamp), desc(message.id)).limit(limit).prepare(`${kind}_newest`),
		after: db.select(columns).from(message).where(and(others, after)).orderBy(asc(message.timestamp), asc(message.id)).limit(limit).prepare(`${kind}_after`),
		countThrough: counted(through).prepare(`${kind}_count_through`),
		countAfter: counted(after).prepare(`${kind}_count_after`),
	};
}
