import assert from "node:assert/strict";
import { assistant, type Case, converse, textsOf, user } from "./harness.ts";

type Chat = readonly [string, string, string];

async function assertSeparate(storage: Parameters<Case["run"]>[0], chats: readonly Chat[]): Promise<void> {
	for (const [place, chat] of chats.entries()) await storage.saveChatMessage(...chat, user(`text ${place}`));
	for (const [place, chat] of chats.entries()) {
		assert.deepEqual(textsOf(await storage.fetchChat(...chat)), [`text ${place}`], `The chat ${JSON.stringify(chat)} does not hold its own message alone.`);
	}
}

export const separationCases: readonly Case[] = [
	{
		name: "users, sessions and agents have chats of their own",
		run: (storage) =>
			assertSeparate(storage, [
				["ann", "s1", "tech"],
				["ann", "s1", "travel"],
				["ann", "s2", "tech"],
				["bob", "s1", "tech"],
			]),
	},
	{
		name: "ids that hold # : / quotes or nothing do not meet",
		needs: ["anyIds"],
		run: (storage) =>
			assertSeparate(storage, [
				["a#b", "c", "d"],
				["a", "b#c", "d"],
				["a", "b", "c#d"],
				["a:b", "c", "d"],
				["a", "b:c", "d"],
				['a","b', "c", "d"],
				["a", 'b","c', "d"],
				["a", "b", ""],
				["a/b", "🧵 é", "'"],
			]),
	},
	{
		name: "all chats of a session come in the order of their times, answers with their agent's id",
		run: async (storage) => {
			await storage.saveChatMessage("ann", "s1", "tech", user("q1"));
			await storage.saveChatMessage("ann", "s1", "tech", assistant("a1"));
			await storage.saveChatMessage("ann", "s1", "travel", user("q2"));
			await storage.saveChatMessage("ann", "s1", "travel", assistant("a2"));
			await storage.saveChatMessage("ann", "s2", "tech", user("other session"));
			await storage.saveChatMessage("bob", "s1", "tech", user("other user"));
			const all = await storage.fetchAllChats("ann", "s1");
			assert.deepEqual([...textsOf(all)].sort(), ["[tech] a1", "[travel] a2", "q1", "q2"]);
			assert.deepEqual(
				all.map(({ role }) => role),
				["user", "assistant", "user", "assistant"],
			);
		},
	},
	{
		name: "all chats of a session are there when ids hold #",
		needs: ["anyIds"],
		run: async (storage) => {
			await converse(storage, ["a#b", "c", "x#y"], 1);
			await converse(storage, ["a", "b#c", "x#y"], 1, 2);
			assert.deepEqual(textsOf(await storage.fetchAllChats("a#b", "c")), ["question 1", "[x#y] answer 1"]);
			assert.deepEqual(textsOf(await storage.fetchAllChats("a", "b#c")), ["question 2", "[x#y] answer 2"]);
		},
	},
];
