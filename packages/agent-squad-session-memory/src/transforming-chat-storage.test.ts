import { describe, expect, test } from "vitest";
import { mappingText } from "./mapping-text.ts";
import { createMemoryChatStorage } from "./memory-chat-storage.ts";
import { assistant, chat, converse, createInstantSummarizer, createLoggedStorage, textsOf, user } from "./summarizing.fixture.ts";
import { SummarizingChatStorage } from "./summarizing-chat-storage.ts";
import { TransformingChatStorage } from "./transforming-chat-storage.ts";

const upper = mappingText((text) => text.toUpperCase());

describe("a transform", () => {
	test("decides what is stored; reads pass through", async () => {
		const { storage: wrapping, raw, log } = createLoggedStorage();
		const storage = new TransformingChatStorage({ wrapping, transform: upper });
		await converse(storage, chat, 1);
		expect(textsOf(await raw.fetchChat(...chat))).toEqual(["QUESTION 1", "ANSWER 1"]);
		log.length = 0;
		expect(await storage.fetchChat(...chat, 2)).toEqual(await raw.fetchChat(...chat));
		expect(await storage.fetchAllChats("ann", "s1")).toEqual(await raw.fetchAllChats("ann", "s1"));
		expect(log).toEqual(["fetch", "fetchAll"]);
	});

	test("may be asynchronous", async () => {
		const storage = new TransformingChatStorage({ wrapping: createMemoryChatStorage(), transform: async () => user("other") });
		expect(textsOf(await storage.saveChatMessage(...chat, user("x")))).toEqual(["other"]);
	});

	test("that returns undefined drops the message; the save gives the chat as it is", async () => {
		const { storage: wrapping, log } = createLoggedStorage();
		const storage = new TransformingChatStorage({ wrapping, transform: (message) => (textsOf([message])[0] === "secret" ? undefined : message) });
		await converse(storage, chat, 1);
		expect(textsOf(await storage.saveChatMessage(...chat, user("secret")))).toEqual(["question 1", "answer 1"]);
		expect(log).toEqual(["save", "save", "fetch"]);
	});

	test.each([
		[
			"a throw",
			() => {
				throw new Error("no key");
			},
		],
		["a rejection", () => Promise.reject(new Error("no key"))],
	])("%s fails the save, nothing is stored, and the next save works", async (_name, fail) => {
		const raw = createMemoryChatStorage();
		let fails = true;
		const storage = new TransformingChatStorage({ wrapping: raw, transform: (message) => (fails ? fail() : message) });
		await expect(storage.saveChatMessage(...chat, user("x"))).rejects.toThrow("no key");
		expect(await raw.fetchChat(...chat)).toEqual([]);
		fails = false;
		expect(textsOf(await storage.saveChatMessage(...chat, user("y")))).toEqual(["y"]);
	});

	test.each([null, "text", {}, { role: "user", content: "text" }])("that returns %j is a clear error", async (result) => {
		// A transform in JavaScript may return anything.
		const storage = new TransformingChatStorage({ wrapping: createMemoryChatStorage(), transform: () => result as never });
		await expect(storage.saveChatMessage(...chat, user("x"))).rejects.toThrow(/^transform returned (null|string|object), but must return a message/);
	});

	test("cannot change the caller's message", async () => {
		const message = user("original");
		const storage = new TransformingChatStorage({
			wrapping: createMemoryChatStorage(),
			transform: (copy) => {
				Object.assign(Object(copy.content?.[0]), { text: "changed" });
				return copy;
			},
		});
		expect(textsOf(await storage.saveChatMessage(...chat, message))).toEqual(["changed"]);
		expect(message).toEqual(user("original"));
	});

	test.each<[string, readonly [string, string, string]]>([
		["the same agent", chat],
		["another agent of the session", ["ann", "s1", "travel"]],
	])("that takes long does not let a later message to %s overtake", async (_whom, second) => {
		const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
		const started: string[] = [];
		const storage = new TransformingChatStorage({
			wrapping: createMemoryChatStorage(),
			transform: async (message) => {
				await gates[started.push(textsOf([message])[0] ?? "") - 1]?.promise;
				return message;
			},
		});
		const saves = [storage.saveChatMessage(...chat, user("first")), storage.saveChatMessage(...second, assistant("second"))];
		gates[1]?.resolve();
		// A second save that waits for nothing ends within these turns of the event loop.
		await Promise.race([saves[1], new Promise((resolve) => setImmediate(resolve))]);
		gates[0]?.resolve();
		await Promise.all(saves);
		expect(textsOf(await storage.fetchAllChats("ann", "s1"))).toEqual(["first", expect.stringContaining("second")]);
	});
});

describe("mappingText", () => {
	test("maps every text part in order, and keeps role, other fields and other parts", async () => {
		const seen: string[] = [];
		const transform = mappingText(async (text) => {
			seen.push(text);
			return `<${text}>`;
		});
		const image = { image: { bytes: new Uint8Array([1, 2]) } };
		const tool = { toolResult: { content: [{ text: "inside" }] } };
		const message = { role: "assistant", content: [{ text: "a", cache: true }, image, { text: "b" }, tool, "plain", null] };
		expect(await transform(message)).toEqual({ role: "assistant", content: [{ text: "<a>", cache: true }, image, { text: "<b>" }, tool, "plain", null] });
		expect(seen).toEqual(["a", "b"]);
	});

	test("leaves a message without content alone", async () => {
		const message = { role: "user", content: undefined };
		expect(await mappingText(() => "x")(message)).toEqual(message);
	});

	test("a function that returns no string is a clear error", async () => {
		const transform = mappingText(() => undefined as never);
		await expect(transform(user("x"))).rejects.toThrow("The function given to mappingText returned undefined, but must return a string.");
	});
});

describe("stacked with a SummarizingChatStorage", () => {
	const scrub = mappingText((text) => text.replaceAll("4111-1111", "[card]"));

	async function talk(stack: "transforming outside" | "transforming inside") {
		const raw = createMemoryChatStorage();
		const { summarizer, calls } = createInstantSummarizer();
		const storage =
			stack === "transforming outside"
				? new TransformingChatStorage({ transform: scrub, wrapping: new SummarizingChatStorage({ wrapping: raw, summarizer, triggerAt: 3 }) })
				: new SummarizingChatStorage({ summarizer, triggerAt: 3, wrapping: new TransformingChatStorage({ wrapping: raw, transform: scrub }) });
		await converse(storage, chat, 4);
		await storage.fetchChat(...chat);
		await storage.saveChatMessage(...chat, user("my card is 4111-1111"));
		await storage.saveChatMessage(...chat, assistant("noted"));
		const view = await storage.fetchChat(...chat);
		await converse(storage, chat, 2, 5);
		expect(calls.length).toBeGreaterThan(1);
		return { raw: JSON.stringify(await raw.fetchChat(...chat)), view: JSON.stringify(view), prompts: JSON.stringify(calls) };
	}

	test("outermost it keeps the text from raw history, view and summary prompt", async () => {
		const { raw, view, prompts } = await talk("transforming outside");
		for (const text of [raw, view, prompts]) {
			expect(text).not.toContain("4111");
			expect(text).toContain("[card]");
		}
	});

	test("inside, the raw text still reaches the view and the summary prompt after activation; only the raw history is clean", async () => {
		const { raw, view, prompts } = await talk("transforming inside");
		expect(raw).not.toContain("4111");
		expect(view).toContain("4111");
		expect(prompts).toContain("4111");
	});
});
