/** Faults of the design this one replaces; each must stay impossible. */
import { ConfigurationError } from "@foldback/session-compressor";
import { describe, expect, test } from "vitest";
import { createMemoryBufferStore } from "./memory-buffer-store.ts";
import { assistant, chat, converse, createHeldSummarizer, createInstantSummarizer, createLoggedStorage, textsOf, user } from "./summarizing.fixture.ts";
import { SummarizingChatStorage } from "./summarizing-chat-storage.ts";
import type { SummarizingOptions } from "./summarizing-options.ts";

function setUp(options: Partial<SummarizingOptions> = {}) {
	const logged = createLoggedStorage();
	const held = createHeldSummarizer();
	const storage = new SummarizingChatStorage({ wrapping: logged.storage, summarizer: held.summarizer, triggerAt: 3, keepLast: 2, ...options });
	return { ...held, storage, raw: logged.raw };
}

/** A storage whose chat is active: `[S1] ok question 4 answer 4`. */
async function activate(options: Partial<SummarizingOptions> = {}) {
	const set = setUp(options);
	await converse(set.storage, chat, 4);
	const [call] = await Promise.all([set.next(), Promise.resolve(void set.storage.fetchChat(...chat).catch(() => undefined))]);
	call.finish();
	await set.storage.fetchChat(...chat);
	return set;
}

test("a message appended while a summariser runs is not overwritten", async () => {
	const { storage, next } = await activate();
	await converse(storage, chat, 1, 5);
	const save = storage.saveChatMessage(...chat, user("question 6"));
	const call = await next();
	await storage.saveChatMessage(...chat, assistant("answer 6"));
	await storage.saveChatMessage(...chat, user("question 7"));
	call.finish();
	await save;
	expect(textsOf(await storage.fetchChat(...chat))).toEqual(["[S2]", "ok", "question 5", "answer 5", "question 6", "answer 6", "question 7"]);
});

test("two cold fetches call the summariser once, and both get its result", async () => {
	const { storage, next, calls } = setUp();
	await converse(storage, chat, 4);
	const called = next();
	const fetches = [storage.fetchChat(...chat), storage.fetchChat(...chat), storage.fetchChat(...chat)];
	(await called).finish();
	const views = await Promise.all(fetches);
	expect(calls).toHaveLength(1);
	for (const view of views) expect(textsOf(view)).toEqual(["[S1]", "ok", "question 4", "answer 4"]);
	expect(views[0]).not.toBe(views[1]);
});

test("a slow first summary does not overwrite a newer one", async () => {
	const { storage, next } = setUp();
	await converse(storage, chat, 4);
	const slow = storage.fetchChat(...chat);
	const slowCall = await next();
	await storage.forget("ann", "s1");
	const fast = storage.fetchChat(...chat);
	const fastCall = await next();
	fastCall.finish();
	await fast;
	await storage.saveChatMessage(...chat, user("question 5"));
	slowCall.finish();
	await slow;
	expect(textsOf(await storage.fetchChat(...chat))).toEqual(["[S2]", "ok", "question 4", "answer 4", "question 5"]);
});

test("a save during cold activation stays in the view", async () => {
	const { storage, raw, next } = setUp();
	await converse(storage, chat, 4);
	const fetch = storage.fetchChat(...chat);
	const call = await next();
	const saved = await storage.saveChatMessage(...chat, user("question 5"));
	expect(textsOf(saved)).toEqual(textsOf(await raw.fetchChat(...chat)));
	call.finish();
	expect(textsOf(await fetch)).toEqual(["[S1]", "ok", "question 4", "answer 4", "question 5"]);
	expect(textsOf(await storage.fetchChat(...chat))).toEqual(["[S1]", "ok", "question 4", "answer 4", "question 5"]);
});

test("a save that reaches the storage while the raw history is being read for activation stays in the view, once", async () => {
	const gate = Promise.withResolvers<void>();
	const entered = Promise.withResolvers<void>();
	const logged = createLoggedStorage(async (call) => {
		if (call === "fetch") entered.resolve();
		if (call === "fetch") await gate.promise;
	});
	const { summarizer } = createInstantSummarizer();
	const storage = new SummarizingChatStorage({ wrapping: logged.storage, summarizer, triggerAt: 3 });
	await converse(storage, chat, 4);
	const fetch = storage.fetchChat(...chat);
	await entered.promise;
	const save = storage.saveChatMessage(...chat, user("question 5"));
	gate.resolve();
	await Promise.all([fetch, save]);
	expect(textsOf(await storage.fetchChat(...chat))).toEqual(["[S1]", "ok", "question 4", "answer 4", "question 5"]);
});

test("a failed inner save followed by a retry leaves the message once", async () => {
	let fails = false;
	const logged = createLoggedStorage(async (call) => {
		if (fails && call === "save") throw new Error("the table is locked");
	});
	const storage = new SummarizingChatStorage({ wrapping: logged.storage, summarizer: createInstantSummarizer().summarizer, triggerAt: 3 });
	await converse(storage, chat, 4);
	await storage.fetchChat(...chat);
	fails = true;
	await expect(storage.saveChatMessage(...chat, user("question 5"))).rejects.toThrow("the table is locked");
	expect(textsOf(await storage.fetchChat(...chat))).toEqual(["[S1]", "ok", "question 4", "answer 4"]);
	fails = false;
	await storage.saveChatMessage(...chat, user("question 5"));
	expect(textsOf(await storage.fetchChat(...chat))).toEqual(["[S1]", "ok", "question 4", "answer 4", "question 5"]);
	expect(textsOf(await logged.raw.fetchChat(...chat)).filter((text) => text === "question 5")).toHaveLength(1);
});

test("ids containing # do not share a slot", async () => {
	const { raw } = setUp();
	const { summarizer, calls } = createInstantSummarizer();
	const storage = new SummarizingChatStorage({ wrapping: raw, summarizer, triggerAt: 3 });
	const chats: readonly (readonly [string, string, string])[] = [
		["a#b", "c", "d"],
		["a", "b#c", "d"],
		["a", "b", "c#d"],
	];
	for (const [place, ids] of chats.entries()) await converse(storage, ids, 4, 10 * place);
	for (const [place, ids] of chats.entries()) {
		expect(textsOf(await storage.fetchChat(...ids))).toEqual([`[S${place + 1}]`, "ok", `question ${10 * place + 3}`, `answer ${10 * place + 3}`]);
	}
	expect(calls).toHaveLength(3);
	await storage.forget("a", "b#c");
	await storage.fetchChat("a#b", "c", "d");
	expect(calls).toHaveLength(3);
});

test("the caller cannot mutate the live buffer, nor can the summariser", async () => {
	const { raw } = setUp();
	const results: ReturnType<typeof user>[][] = [];
	const storage = new SummarizingChatStorage({
		wrapping: raw,
		triggerAt: 3,
		summarizer: async (history, keepLast) => {
			const result = [user("summary"), assistant("ok"), ...history.slice(-keepLast)];
			results.push(result);
			history.length = 0;
			return result;
		},
	});
	await converse(storage, chat, 4);
	const message = user("question 5");
	const spoil = (messages: ReturnType<typeof user>[]) => {
		for (const { content } of messages) Object.assign(Object(content?.[0]), { text: "spoiled" });
		messages.length = 0;
	};
	spoil(await storage.fetchChat(...chat));
	spoil(results[0] ?? []);
	const saved = await storage.saveChatMessage(...chat, message);
	spoil([message]);
	spoil(saved);
	expect(textsOf(await storage.fetchChat(...chat))).toEqual(["summary", "ok", "question 4", "answer 4", "question 5"]);
	expect(textsOf(await raw.fetchChat(...chat))).not.toContain("spoiled");
});

test("a message that is changed while it is being saved, by the caller or the wrapped storage, stays as it was given", async () => {
	const { raw } = setUp();
	const stamping = {
		...raw,
		saveChatMessage: async (...parameters: Parameters<typeof raw.saveChatMessage>) => {
			const result = await raw.saveChatMessage(...parameters);
			Object.assign(parameters[3], { content: [{ text: "stamped" }] });
			return result;
		},
	};
	const storage = new SummarizingChatStorage({ wrapping: stamping, summarizer: createInstantSummarizer().summarizer, triggerAt: 3 });
	await converse(storage, chat, 4);
	await storage.fetchChat(...chat);
	const message = user("question 5");
	const save = storage.saveChatMessage(...chat, message);
	Object.assign(message, { content: [{ text: "changed" }] });
	await save;
	expect(textsOf(await raw.fetchChat(...chat)).at(-1)).toBe("question 5");
	expect(textsOf(await storage.fetchChat(...chat)).at(-1)).toBe("question 5");
});

describe("buffers are bounded", () => {
	test("1,000 sessions keep no more buffers than allowed, and those used last", async () => {
		const buffers = createMemoryBufferStore({ maxBuffers: 10 });
		const { raw } = setUp();
		const { summarizer, calls } = createInstantSummarizer();
		const storage = new SummarizingChatStorage({ wrapping: raw, summarizer, triggerAt: 2, keepLast: 1, buffers });
		for (let session = 0; session < 1_000; session += 1) {
			await converse(raw, ["ann", `s${session}`, "tech"], 3);
			await storage.fetchChat("ann", `s${session}`, "tech");
			await storage.fetchChat("ann", "s0", "tech");
		}
		expect(buffers.size).toBe(10);
		expect(calls).toHaveLength(1_000);
		await storage.fetchChat("ann", "s999", "tech");
		expect(calls).toHaveLength(1_000);
		await storage.fetchChat("ann", "s1", "tech");
		expect(calls).toHaveLength(1_001);
	});

	test("forget drops the buffers of a session, not its raw history", async () => {
		const { storage, raw, next } = await activate();
		await storage.forget("ann", "s1");
		expect(textsOf(await raw.fetchChat(...chat))).toHaveLength(8);
		const fetch = storage.fetchChat(...chat);
		const call = await next();
		expect(textsOf(call.history)).toHaveLength(8);
		call.finish();
		await fetch;
	});

	test("forget during a call: its result does not come back", async () => {
		const { storage, next } = await activate();
		await converse(storage, chat, 1, 5);
		const save = storage.saveChatMessage(...chat, user("question 6"));
		const call = await next();
		await storage.forget("ann", "s1");
		call.finish();
		await save;
		const again = storage.fetchChat(...chat);
		const second = await next();
		expect(textsOf(second.history)).not.toContain("[S2]");
		second.finish();
		await again;
	});
});

describe("an odd history splits no exchange", () => {
	test("at activation", async () => {
		const { storage, raw, next } = setUp();
		await converse(raw, chat, 4);
		await raw.saveChatMessage(...chat, user("question 5"));
		const fetch = storage.fetchChat(...chat);
		const call = await next();
		expect(call.keepLast).toBe(3);
		call.finish();
		expect(textsOf(await fetch).slice(2)).toEqual(["question 4", "answer 4", "question 5"]);
	});

	test("an odd keepLast keeps one more message of an even history", async () => {
		const { storage, raw, next } = setUp({ triggerAt: 4, keepLast: 3 });
		await converse(raw, chat, 5);
		const fetch = storage.fetchChat(...chat);
		const call = await next();
		expect(call.keepLast).toBe(4);
		call.finish();
		await fetch;
	});
});

describe("a summariser that returns nothing usable is a failed one", () => {
	test.each([
		["undefined", undefined],
		["null", null],
		["no message", []],
		["a string", "summary"],
		["something that is no message", [{ text: "summary" }]],
	])("%s", async (_name, result) => {
		const { storage, next } = await activate();
		await converse(storage, chat, 1, 5);
		const save = storage.saveChatMessage(...chat, user("question 6"));
		(await next()).finishWith(result);
		await expect(save).rejects.toThrow(/^The summarizer/);
		expect(textsOf(await storage.fetchChat(...chat))).toEqual(["[S1]", "ok", "question 4", "answer 4", "question 5", "answer 5", "question 6"]);
	});
});

describe("options", () => {
	const make = (options: object) => () => setUp(options);
	test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, "20"])("triggerAt %s is a clear error", (triggerAt) => {
		expect(make({ triggerAt })).toThrow(ConfigurationError);
		expect(make({ triggerAt })).toThrow(`triggerAt is ${triggerAt}, but must be an integer of at least 1.`);
	});

	test.each([0, -2, 0.5, Number.NaN])("keepLast %s is a clear error", (keepLast) => {
		expect(make({ keepLast })).toThrow(`keepLast is ${keepLast}, but must be an integer of at least 1.`);
	});

	test.each([
		[3, 3],
		[3, 4],
		[1, 1],
	])("triggerAt %i with keepLast %i is a clear error", (triggerAt, keepLast) => {
		expect(make({ triggerAt, keepLast })).toThrow(`keepLast is ${keepLast}, but must be below triggerAt, which is ${triggerAt}.`);
	});

	test("an unknown onSummarizerError is a clear error", () => {
		expect(make({ onSummarizerError: "ignore" })).toThrow('onSummarizerError is "ignore", but must be "throw", "keep" or a function.');
	});

	test.each([0, -1, 2.5])("maxBuffers %s is a clear error", (maxBuffers) => {
		expect(() => createMemoryBufferStore({ maxBuffers })).toThrow(`maxBuffers is ${maxBuffers}`);
	});
});

describe("maxHistorySize of an active chat", () => {
	const whole = ["[S1]", "ok", "question 4", "answer 4", "question 5", "answer 5"];
	test.each([
		[0, []],
		[-1, []],
		[Number.NaN, []],
		[1, []],
		[2, ["question 5", "answer 5"]],
		[3, ["question 5", "answer 5"]],
		[4, ["[S1]", "ok", "question 5", "answer 5"]],
		[5, ["[S1]", "ok", "question 5", "answer 5"]],
		[6, whole],
		[1_000, whole],
		[undefined, whole],
	])("%s", async (size, wanted) => {
		const { storage } = await activate();
		await converse(storage, chat, 1, 5);
		expect(textsOf(await storage.fetchChat(...chat, size))).toEqual(wanted);
	});
});
