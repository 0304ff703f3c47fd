import { testMessageSource, testSessionStateStore } from "@foldback/store-conformance";
import Database from "better-sqlite3";
import { test } from "vitest";
import { createChatLineSource } from "./own-message-source.ts";
import { createChatMemoryStore } from "./own-state-store.ts";

function open() {
	const database = new Database(":memory:");
	database.exec("CREATE TABLE chat_line (id INTEGER PRIMARY KEY, room TEXT, author TEXT, body TEXT, files TEXT DEFAULT '[]', sent_at INTEGER)");
	database.exec("CREATE TABLE chat_memory (scope TEXT PRIMARY KEY, state TEXT)");
	return database;
}

testSessionStateStore(test, {
	name: "own state table",
	async open() {
		const database = open();
		return { store: createChatMemoryStore(database), close: async () => void database.close() };
	},
	capabilities: { sharedFlows: true },
});

testMessageSource(test, {
	name: "own message table",
	async open() {
		const database = open();
		const insert = database.prepare("INSERT INTO chat_line (room, author, body, files, sent_at) VALUES (?, ?, ?, ?, ?)");
		const ofRoom = database.prepare("DELETE FROM chat_line WHERE room = ?");
		return {
			source: createChatLineSource(database),
			rows: {
				append: async ({ sessionId }, { text, role, files = [] }) => {
					const sentAt = Date.now();
					const { lastInsertRowid } = insert.run(sessionId, role === "assistant" ? "agent" : "customer", text, JSON.stringify(files), sentAt);
					return { id: String(lastInsertRowid), revision: 0, timestampMs: sentAt };
				},
				update: async (_scope, id, { text }) => {
					database.prepare("UPDATE chat_line SET body = ? WHERE id = ?").run(text, id);
					return { id, revision: 0, timestampMs: 0 };
				},
				delete: async (_scope, ids) => ids.forEach((id) => void database.prepare("DELETE FROM chat_line WHERE id = ?").run(id)),
				renameSession: async ({ sessionId }, to) => void database.prepare("UPDATE chat_line SET room = ? WHERE room = ?").run(to, sessionId),
				deleteSession: async ({ sessionId }) => void ofRoom.run(sessionId),
			},
			close: async () => void database.close(),
		};
	},
	capabilities: { digest: true },
});
