import { describe, expect, test } from "vitest";
import type { ChatKey, ConversationMessage } from "./chat-storage.ts";
import { chat, converse, createLoggedStorage, textsOf, user } from "./summarizing.fixture.ts";
import { SummarizingChatStorage } from "./summarizing-chat-storage.ts";
import type { SummarizingOptions } from "./summarizing-options.ts";

const overloaded = new Error("the model is overloaded");

/** A storage whose summarizer fails while `down` is true. */
function setUp(options: Partial<SummarizingOptions> = {}) {
	const { storage: wrapping, raw } = createLoggedStorage();
	const model = { down: false, calls: 0 };
	const summarizer = async (history: ConversationMessage[], keepLast: number) => {
		model.calls += 1;
		if (model.down) throw overloaded;
		return [user("summary"), ...history.slice(-keepLast)];
	};
	return { raw, model, storage: new SummarizingChatStorage({ wrapping, summarizer, triggerAt: 3, ...options }) };
}

async function activated(options: Partial<SummarizingOptions> = {}) {
	const set = setUp(options);
	await converse(set.storage, chat, 4);
	await set.storage.fetchChat(...chat);
	await converse(set.storage, chat, 1, 5);
	// Five messages: the next exchange exceeds the threshold.
	set.model.down = true;
	return set;
}

describe("throw", () => {
	test("the save that triggered the call rejects with its error, after the raw message was written", async () => {
		const { storage, raw } = await activated();
		await storage.saveChatMessage(...chat, user("question 6"));
		await expect(storage.saveChatMessage(...chat, { role: "assistant", content: [{ text: "answer 6" }] })).rejects.toBe(overloaded);
		expect(textsOf(await raw.fetchChat(...chat)).slice(-2)).toEqual(["question 6", "answer 6"]);
		expect(textsOf(await storage.fetchChat(...chat)).slice(-2)).toEqual(["question 6", "answer 6"]);
	});

	test("one failure does not make every later save fail: the next one tries again", async () => {
		const { storage, model } = await activated();
		await expect(converse(storage, chat, 1, 6)).rejects.toBe(overloaded);
		model.down = false;
		const after = await storage.saveChatMessage(...chat, user("question 7"));
		expect(textsOf(after)).toEqual(["summary", "question 6", "answer 6", "question 7"]);
	});

	test("while the summarizer stays down, most saves succeed and all messages are kept", async () => {
		const { storage, raw, model } = await activated();
		const outcomes: string[] = [];
		for (let place = 6; place <= 25; place += 1) {
			for (const message of [user(`question ${place}`), { role: "assistant", content: [{ text: `answer ${place}` }] }]) {
				outcomes.push(
					await storage.saveChatMessage(...chat, message).then(
						() => ".",
						() => "x",
					),
				);
			}
		}
		expect(outcomes.join("")).toBe(".xx.x...x.......x...............x.......");
		expect(textsOf(await storage.fetchChat(...chat)).slice(1)).toEqual(textsOf(await raw.fetchChat(...chat)).slice(6));
		expect(model.calls).toBe(7);
	});

	test("the fetch that would activate rejects, and the next one tries again; saves in between do not call", async () => {
		const { storage, model } = setUp();
		await converse(storage, chat, 4);
		model.down = true;
		await expect(storage.fetchChat(...chat)).rejects.toBe(overloaded);
		await converse(storage, chat, 1, 5);
		expect(model.calls).toBe(1);
		model.down = false;
		expect(textsOf(await storage.fetchChat(...chat))).toEqual(["summary", "question 5", "answer 5"]);
	});

	test("a summarizer that throws before it returns a promise is no different", async () => {
		const { raw } = setUp();
		const storage = new SummarizingChatStorage({
			wrapping: raw,
			triggerAt: 3,
			summarizer: () => {
				throw overloaded;
			},
		});
		await converse(raw, chat, 4);
		await expect(storage.fetchChat(...chat)).rejects.toBe(overloaded);
	});
});

describe("keep", () => {
	test("saves and fetches carry on with the unsummarised buffer", async () => {
		const { storage, raw, model } = await activated({ onSummarizerError: "keep" });
		await converse(storage, chat, 1, 6);
		expect(textsOf(await storage.fetchChat(...chat))).toEqual(["summary", ...textsOf(await raw.fetchChat(...chat)).slice(6)]);
		model.down = false;
		await converse(storage, chat, 1, 7);
		expect(textsOf(await storage.fetchChat(...chat))[0]).toBe("summary");
		expect(textsOf(await storage.fetchChat(...chat)).length).toBeLessThan(6);
	});

	test("a cold fetch gives the raw history, later fetches call nothing, the next save tries again", async () => {
		const { storage, raw, model } = setUp({ onSummarizerError: "keep" });
		await converse(storage, chat, 4);
		model.down = true;
		expect(await storage.fetchChat(...chat)).toEqual(await raw.fetchChat(...chat));
		expect(await storage.fetchChat(...chat)).toEqual(await raw.fetchChat(...chat));
		expect(model.calls).toBe(1);
		model.down = false;
		expect(textsOf(await storage.saveChatMessage(...chat, user("question 5")))).toEqual(["summary", "question 4", "answer 4", "question 5"]);
	});

	test("a function keeps too, and is told of error and chat", async () => {
		const told: [unknown, ChatKey][] = [];
		const { storage } = await activated({ onSummarizerError: (error, key) => void told.push([error, key]) });
		await converse(storage, chat, 1, 6);
		expect(told).toEqual([[overloaded, { userId: "ann", sessionId: "s1", agentId: "tech" }]]);
	});
});
