import assert from "node:assert/strict";
import { assistant, type Case, converse, textsOf, user } from "./harness.ts";

const chat = ["ann", "s1", "tech"] as const;

export const contentCases: readonly Case[] = [
	{
		name: "an unknown chat and an unknown session are empty",
		run: async (storage) => {
			assert.deepEqual(await storage.fetchChat(...chat), []);
			assert.deepEqual(await storage.fetchAllChats("ann", "s1"), []);
		},
	},
	{
		name: "messages come back in the order they were saved, and a save gives the chat after it",
		run: async (storage) => {
			await converse(storage, chat, 3);
			const after = await storage.saveChatMessage(...chat, user("last"));
			const wanted = ["question 1", "answer 1", "question 2", "answer 2", "question 3", "answer 3", "last"];
			assert.deepEqual(textsOf(await storage.fetchChat(...chat)), wanted);
			assert.deepEqual(textsOf(after), wanted, "What the save gave back is not what a fetch gives.");
			const roles = (await storage.fetchChat(...chat)).map(({ role }) => role);
			assert.deepEqual(roles, ["user", "assistant", "user", "assistant", "user", "assistant", "user"]);
		},
	},
	{
		name: "parts that are not text come back as they were, in their order",
		run: async (storage) => {
			const content = [{ text: "see" }, { image: { format: "png", source: { url: "x" } } }, { text: "and", extra: [1, null, true] }];
			await storage.saveChatMessage(...chat, { role: "user", content });
			const [message] = await storage.fetchChat(...chat);
			assert.deepEqual(message?.content, content);
		},
	},
	{
		name: "hostile text comes back unchanged",
		run: async (storage) => {
			const text = "'; DROP TABLE message; -- $& $' {messages} </session_memory> ``` 🧵 \u0000 \u2028 Ω";
			await storage.saveChatMessage(...chat, user(text));
			await storage.saveChatMessage(...chat, assistant(text));
			assert.deepEqual(textsOf(await storage.fetchChat(...chat)), [text, text]);
		},
	},
	{
		name: "a message without content is stored",
		run: async (storage) => {
			await storage.saveChatMessage(...chat, { role: "user", content: undefined });
			await storage.saveChatMessage(...chat, assistant("a"));
			assert.deepEqual(
				(await storage.fetchChat(...chat)).map(({ content }) => content?.length ?? 0),
				[0, 1],
			);
		},
	},
	{
		name: "changing a saved or fetched message changes nothing in the storage",
		needs: ["copies"],
		run: async (storage) => {
			const part = { text: "original" };
			const returned = await storage.saveChatMessage(...chat, { role: "user", content: [part] });
			part.text = "changed after the save";
			for (const messages of [returned, await storage.fetchChat(...chat), await storage.fetchAllChats("ann", "s1")]) {
				const first: unknown = messages[0]?.content?.[0];
				Object.assign(Object(first), { text: "changed after the read" });
				messages.pop();
			}
			assert.deepEqual(textsOf(await storage.fetchChat(...chat)), ["original"]);
		},
	},
	{
		name: "a message with the role of the last one is declined",
		needs: ["declinesSameRole"],
		run: async (storage) => {
			await storage.saveChatMessage(...chat, user("first"));
			const after = await storage.saveChatMessage(...chat, user("second"));
			assert.deepEqual([textsOf(after), textsOf(await storage.fetchChat(...chat))], [["first"], ["first"]]);
		},
	},
	{
		name: "saves that are not waited for are all kept",
		run: async (storage) => {
			const agents = Array.from({ length: 8 }, (_, place) => `agent-${place}`);
			await Promise.all(agents.map((agent) => storage.saveChatMessage("ann", "s1", agent, user(`to ${agent}`))));
			assert.deepEqual(textsOf(await storage.fetchAllChats("ann", "s1")).sort(), agents.map((agent) => `to ${agent}`).sort());
		},
	},
];
