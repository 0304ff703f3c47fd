import { type Cursor, extendDigest, type MessageSource, type SessionMessage } from "@foldback/session-compressor";
import type Database from "better-sqlite3";

interface ChatLine {
	readonly id: number;
	readonly author: string;
	readonly body: string;
	readonly sent_at: number;
}

/** The table `chat_line` as the compressor reads it: a room is a session, ids rise with time. */
export function createChatLineSource(database: Database.Database): MessageSource {
	const select = (rest: string) =>
		database.prepare<[string, number, number, number], ChatLine>(`SELECT * FROM chat_line WHERE room = ? AND id <> ? AND trim(body) <> '' AND ${rest}`);
	const newest = select("id > ? ORDER BY id DESC LIMIT ?");
	const after = select("id > ? ORDER BY id LIMIT ?");
	const through = select("id <= ? ORDER BY id LIMIT ?");
	const all = Number.MAX_SAFE_INTEGER;
	return {
		newest: async ({ sessionId }, limit, options) => newest.all(sessionId, numberOf(options?.exclude), 0, limit).reverse().map(toMessage),
		after: async ({ sessionId }, cursor, limit, options) => after.all(sessionId, numberOf(options?.exclude), numberOf(cursor?.id), limit).map(toMessage),
		count: async ({ sessionId }, range) =>
			("through" in range ? through.all(sessionId, 0, numberOf(range.through.id), all) : after.all(sessionId, 0, numberOf(range.after?.id), all)).length,
		// The state store cannot see this table, so edits and deletes are noticed by a rolling hash over what was absorbed.
		digest: async ({ sessionId }, cursor: Cursor) =>
			through
				.all(sessionId, 0, numberOf(cursor.id), all)
				.map(toMessage)
				.reduce<string | undefined>((digest, message) => extendDigest(digest, message), undefined),
	};
}

function toMessage({ id, author, body, sent_at }: ChatLine): SessionMessage {
	return { id: String(id), revision: 0, timestampMs: sent_at, role: author === "agent" ? "assistant" : "user", text: body };
}

function numberOf(id: string | undefined): number {
	return Number(id ?? 0);
}
