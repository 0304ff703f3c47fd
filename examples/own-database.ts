/**
 * Session memory over a message table that is already there: run it with
 * `node --conditions=@foldback/source examples/own-database.ts`.
 */
import { setTimeout } from "node:timers/promises";
import { createSessionCompressor, type Summarizer } from "@foldback/session-compressor";
import Database from "better-sqlite3";
import { createChatLineSource } from "./own-message-source.ts";
import { createChatMemoryStore } from "./own-state-store.ts";

const database = new Database(":memory:");
database.exec("CREATE TABLE chat_line (id INTEGER PRIMARY KEY, room TEXT, author TEXT, body TEXT, files TEXT DEFAULT '[]', sent_at INTEGER)");
database.exec("CREATE TABLE chat_memory (scope TEXT PRIMARY KEY, state TEXT)");

// Any model will do: send it `system` and `user`, give back its text. This one only copies what it is asked for.
const summarizer: Summarizer = async ({ messages, keys }) => {
	const facts = keys.map(({ name }) => [name, messages.map(({ text }) => text.split(`${name} is `)[1]?.replace(/\.$/, "")).find(Boolean)]);
	const pinned = Object.fromEntries(facts.filter(([, value]) => value !== undefined));
	return { text: JSON.stringify({ pinned, summary: `- ${messages.length} more messages about the order.` }), model: "copyist" };
};

const memory = createSessionCompressor({
	source: createChatLineSource(database),
	store: createChatMemoryStore(database),
	summarizer,
	recentMessages: 4,
	pinnedKeys: [{ name: "order_number", description: "the order that the chat is about" }],
	clock: { now: Date.now, sleep: (ms, signal) => setTimeout(ms, undefined, { signal }) },
});

const say = database.prepare("INSERT INTO chat_line (room, author, body, sent_at) VALUES ('support', ?, ?, ?)");
say.run("customer", "The order_number is A-1042.", Date.now());
for (let line = 2; line <= 30; line += 1) say.run(line % 2 === 0 ? "agent" : "customer", `Line ${line}.`, Date.now());

const view = await memory.recall({ flowId: "", userId: "", sessionId: "support", contextId: "" });
console.log(view.summary?.text);
for (const { role, text } of view.messages) console.log(`${role}: ${text}`);
