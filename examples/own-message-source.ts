import { type Cursor, extendDigest, type MessageSource, type SessionMessage } from "@foldback/session-compressor";
import type Database from "better-sqlite3";

interface ChatLine {
	readonly id: number;
	readonly author: string;
	readonly body: string;
	/** Names as a JSON array. */
	readonly files: string;
	readonly sent_at: number;
}

/** The table `chat_line` as the compressor reads it: a room is a session, ids rise with time. */
export function createChatLineSource(database: Database.Database): MessageSource {
	const select = (rest: string) =>
		database.prepare<[string, string, number, number], ChatLine>(
			`SELECT * FROM chat_line WHERE room = ? AND CAST(id AS TEXT) <> ? AND (trim(body) <> '' OR files <> '[]') AND ${rest}`,
		);
	const newest = select("id > ? ORDER BY id DESC LIMIT ?");
	const after = select("id > ? ORDER BY id LIMIT ?");
	const through = select("id <= ? ORDER BY id LIMIT ?");
	const place = (cursor: Cursor | undefined) => Number(cursor?.id ?? 0);
	return {
		newest: async ({ sessionId }, limit, options) =>
			newest
				.all(sessionId, options?.exclude ?? "", 0, limit)
				.reverse()
				.map(toMessage),
		after: async ({ sessionId }, cursor, limit, options) => after.all(sessionId, options?.exclude ?? "", place(cursor), limit).map(toMessage),
		count: async ({ sessionId }, range) =>
			("through" in range ? through.all(sessionId, "", place(range.through), -1) : after.all(sessionId, "", place(range.after), -1)).length,
		// The state store cannot see this table, so edits and deletes are noticed by a rolling hash over what was absorbed.
		digest: async ({ sessionId }, cursor) => {
			const absorbed = through.all(sessionId, "", place(cursor), -1).map(toMessage);
			if (absorbed.at(-1)?.id !== cursor.id) return undefined;
			return absorbed.reduce<string | undefined>((digest, message) => extendDigest(digest, message), undefined);
		},
	};
}

function toMessage({ id, author, body, files, sent_at }: ChatLine): SessionMessage {
	// Only our own program writes the column.
	const names = JSON.parse(files) as string[];
	return { id: String(id), revision: 0, timestampMs: sent_at, role: author === "agent" ? "assistant" : "user", text: body, files: names };
}
