import assert from "node:assert/strict";
import { type Case, converse, textsOf, user } from "./harness.ts";

const chat = ["ann", "s1", "tech"] as const;

export const historySizeCases: readonly Case[] = [
	{
		name: "an even maxHistorySize gives the newest messages",
		run: async (storage) => {
			await converse(storage, chat, 4);
			assert.deepEqual(textsOf(await storage.fetchChat(...chat, 4)), ["question 3", "answer 3", "question 4", "answer 4"]);
		},
	},
	{
		name: "a maxHistorySize larger than the chat gives the chat",
		run: async (storage) => {
			await converse(storage, chat, 2);
			for (const size of [4, 5, 6, 1_000]) assert.equal((await storage.fetchChat(...chat, size)).length, 4, `maxHistorySize ${size}`);
		},
	},
	{
		name: "an odd maxHistorySize splits no exchange",
		run: async (storage) => {
			await converse(storage, chat, 4);
			for (const size of [3, 5, 7]) {
				const messages = await storage.fetchChat(...chat, size);
				assert.equal(messages.length, size - 1, `maxHistorySize ${size}`);
				assert.equal(messages[0]?.role, "user", `maxHistorySize ${size}`);
			}
		},
	},
	{
		name: "maxHistorySize 0 gives nothing, 1 at most one message, in fetches and saves",
		needs: ["exactLimits"],
		run: async (storage) => {
			await converse(storage, chat, 3);
			assert.deepEqual(await storage.fetchChat(...chat, 0), []);
			assert.deepEqual(await storage.fetchChat(...chat, 1), [], "An answer stands without its question.");
			assert.deepEqual(textsOf(await storage.saveChatMessage(...chat, user("now"), 1)), ["now"]);
			assert.deepEqual(textsOf(await storage.fetchChat(...chat, 1)), ["now"]);
		},
	},
];
