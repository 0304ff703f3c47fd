import { openSqliteStore } from "@foldback/session-store/sqlite";
import { expect, onTestFinished, test } from "vitest";
import { temporaryPath } from "./folder.fixture.ts";
import { openSqliteChatStorage, SqliteChatStorage } from "./sqlite-chat-storage.ts";
import { assistant, chat, converse, textsOf, user } from "./summarizing.fixture.ts";

async function openBoth() {
	const store = await openSqliteStore({ path: temporaryPath(), synchronous: "normal" });
	onTestFinished(() => store.close());
	return { store, storage: new SqliteChatStorage({ store }) };
}

test("chats are there after a restart", async () => {
	const path = temporaryPath();
	const first = await openSqliteChatStorage({ path });
	await converse(first, chat, 3);
	const written = await first.fetchAllChats("ann", "s1");
	await first.close();
	const second = await openSqliteChatStorage({ path });
	expect(await second.fetchAllChats("ann", "s1")).toEqual(written);
	await second.close();
});

test("maxHistorySize limits what a save gives back and removes nothing", async () => {
	const { storage } = await openBoth();
	await converse(storage, chat, 5);
	expect(textsOf(await storage.saveChatMessage(...chat, user("question 6"), 3))).toEqual(["question 5", "answer 5", "question 6"]);
	expect(await storage.fetchChat(...chat)).toHaveLength(11);
});

test("a chat of more rows than a page is read whole", async () => {
	const { store, storage } = await openBoth();
	await converse(storage, chat, 1);
	const flowId = (await store.messages.list("ann", {}))[0]?.flowId ?? "";
	for (let place = 0; place < 2_000; place += 1) {
		await store.messages.append({ flowId, userId: "ann", sessionId: "s1", contextId: "tech", sender: place % 2 === 0 ? "User" : "Machine", text: `${place}` });
	}
	expect(await storage.fetchChat(...chat)).toHaveLength(2_002);
	expect(textsOf(await storage.fetchAllChats("ann", "s1")).at(-1)).toBe("[tech] 1999");
});

test("rows are messages of the store: agent as context, text as text; a person's edit is what the agent reads", async () => {
	const { store, storage } = await openBoth();
	const image = { image: { bytes: new Uint8Array([1, 2, 3]) } };
	await storage.saveChatMessage(...chat, { role: "user", content: [{ text: "look" }, image, { text: "here" }] });
	await storage.saveChatMessage(...chat, assistant("nice"));
	const rows = await store.messages.list("ann", { sessionId: "s1" });
	expect(rows.map(({ contextId, sender, senderName, text }) => [contextId, sender, senderName, text])).toEqual([
		["tech", "User", "User", "look\nhere"],
		["tech", "Machine", "tech", "nice"],
	]);
	await store.messages.update("ann", rows[0]?.id ?? "", { text: "edited" });
	await store.messages.update("ann", rows[1]?.id ?? "", { text: "edited too" });
	expect(await storage.fetchChat(...chat)).toEqual([{ role: "user", content: [{ text: "edited" }, image] }, assistant("edited too")]);
});

test("all chats of a session are one read by index, among many other sessions", async () => {
	const { store, storage } = await openBoth();
	await converse(storage, chat, 1);
	await converse(storage, ["ann", "s1", "travel"], 1, 2);
	const calls: unknown[] = [];
	const list: typeof store.messages.list = (userId, filter) => {
		calls.push(filter);
		return store.messages.list(userId, filter);
	};
	const counted = new SqliteChatStorage({ store: { ...store, messages: { ...store.messages, list } } });
	expect(await counted.fetchAllChats("ann", "s1")).toHaveLength(4);
	expect(calls).toEqual([expect.objectContaining({ flowId: expect.any(String), sessionId: "s1" })]);
});

test("a flow row that somebody deleted takes its chats along and is made again", async () => {
	const { store, storage } = await openBoth();
	await converse(storage, chat, 2);
	const flow = (await store.flows.list("ann"))[0];
	expect(flow?.name).toBe("Agent Squad");
	await store.flows.delete("ann", flow?.id ?? "");
	expect(await storage.fetchChat(...chat)).toEqual([]);
	await converse(storage, chat, 1, 3);
	expect(textsOf(await storage.fetchChat(...chat))).toEqual(["question 3", "answer 3"]);
});

test("two processes that meet a new user at once share one flow row", async () => {
	const path = temporaryPath();
	const storages = await Promise.all(Array.from({ length: 4 }, () => openSqliteChatStorage({ path })));
	await Promise.all(storages.map((storage, place) => storage.saveChatMessage("ann", "s1", `agent ${place}`, user(`to ${place}`))));
	for (const storage of storages) expect(textsOf(await storage.fetchAllChats("ann", "s1")).sort()).toEqual(["to 0", "to 1", "to 2", "to 3"]);
	await Promise.all(storages.map((storage) => storage.close()));
});
