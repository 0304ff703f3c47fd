import { describe, expect, test } from "vitest";
import { assistant, chat, converse, createHeldSummarizer, createInstantSummarizer, createLoggedStorage, textsOf, user } from "./summarizing.fixture.ts";
import { SummarizingChatStorage } from "./summarizing-chat-storage.ts";

function setUp(options: { triggerAt?: number; keepLast?: number } = {}) {
	const logged = createLoggedStorage();
	const instant = createInstantSummarizer();
	const storage = new SummarizingChatStorage({ wrapping: logged.storage, summarizer: instant.summarizer, triggerAt: 3, keepLast: 2, ...options });
	return { ...logged, ...instant, storage, raw: logged.raw };
}

describe("before activation", () => {
	test("reads and writes are the wrapped storage's own", async () => {
		const { storage, log, calls } = setUp();
		const answers = { save: [user("a")], fetch: [user("b")], all: [user("c")] };
		const pure = new SummarizingChatStorage({
			wrapping: { saveChatMessage: async () => answers.save, fetchChat: async () => answers.fetch, fetchAllChats: async () => answers.all },
			summarizer: async () => [],
		});
		expect(await pure.saveChatMessage(...chat, user("x"))).toBe(answers.save);
		expect(await pure.fetchChat(...chat)).toBe(answers.fetch);
		expect(await pure.fetchChat(...chat, 4)).toBe(answers.fetch);
		expect(await pure.fetchAllChats("ann", "s1")).toBe(answers.all);
		await converse(storage, chat, 3);
		await storage.fetchChat(...chat);
		expect(log).toEqual(["save", "save", "save", "save", "save", "save", "fetch"]);
		expect(calls).toEqual([]);
	});

	test("saves alone never call the summarizer, however many", async () => {
		const { storage, calls } = setUp();
		await converse(storage, chat, 50);
		expect(calls).toEqual([]);
	});

	test("a history of exactly triggerAt * 2 messages stays, one more message activates", async () => {
		const { storage, calls } = setUp();
		await converse(storage, chat, 3);
		expect(textsOf(await storage.fetchChat(...chat))).toHaveLength(6);
		expect(calls).toHaveLength(0);
		await storage.saveChatMessage(...chat, user("question 4"));
		expect(textsOf(await storage.fetchChat(...chat))).toEqual(["[S1]", "ok", "question 3", "answer 3", "question 4"]);
		expect(calls).toHaveLength(1);
	});

	test("the defaults are 20 exchanges and 2 messages", async () => {
		const { raw, summarizer, calls } = setUp();
		const storage = new SummarizingChatStorage({ wrapping: raw, summarizer });
		await converse(raw, chat, 20);
		await storage.fetchChat(...chat);
		expect(calls).toHaveLength(0);
		await converse(raw, chat, 1, 21);
		expect(textsOf(await storage.fetchChat(...chat))).toEqual(["[S1]", "ok", "question 21", "answer 21"]);
		expect(calls[0]).toMatchObject({ keepLast: 2, history: { length: 42 } });
	});
});

describe("once active", () => {
	test("saves append, and the one that exceeds the threshold summarises, with the earlier summary in the history", async () => {
		const { storage, raw, calls } = setUp();
		await converse(storage, chat, 4);
		await storage.fetchChat(...chat);
		await storage.saveChatMessage(...chat, user("question 5"));
		await storage.saveChatMessage(...chat, assistant("answer 5"));
		expect(calls).toHaveLength(1);
		const after = await storage.saveChatMessage(...chat, user("question 6"));
		expect(calls).toHaveLength(2);
		expect(textsOf(calls[1]?.history ?? [])).toEqual(["[S1]", "ok", "question 4", "answer 4", "question 5", "answer 5", "question 6"]);
		expect(textsOf(after)).toEqual(["[S2]", "ok", "question 5", "answer 5", "question 6"]);
		expect(await storage.fetchChat(...chat)).toEqual(after);
		expect(textsOf(await raw.fetchChat(...chat))).toHaveLength(11);
	});

	test("fetches read the buffer: no call of the summarizer or of the wrapped storage", async () => {
		const { storage, log, calls } = setUp();
		await converse(storage, chat, 4);
		await storage.fetchChat(...chat);
		log.length = 0;
		for (let times = 0; times < 5; times += 1) await storage.fetchChat(...chat);
		expect([log, calls.length]).toEqual([[], 1]);
	});

	test("fetchAllChats gives the raw history", async () => {
		const { storage, raw } = setUp();
		await converse(storage, chat, 30);
		await storage.fetchChat(...chat);
		await converse(storage, chat, 30, 31);
		expect(await storage.fetchAllChats("ann", "s1")).toEqual(await raw.fetchAllChats("ann", "s1"));
		expect(await storage.fetchAllChats("ann", "s1")).toHaveLength(120);
	});

	test("agents have buffers of their own", async () => {
		const { storage, calls } = setUp();
		await converse(storage, chat, 4);
		await converse(storage, ["ann", "s1", "travel"], 2);
		await storage.fetchChat(...chat);
		expect(textsOf(await storage.fetchChat("ann", "s1", "travel"))).toHaveLength(4);
		expect(calls).toHaveLength(1);
	});

	test("a restart is cold: the first fetch that qualifies activates again", async () => {
		const { storage, raw, summarizer, calls } = setUp();
		await converse(storage, chat, 4);
		await storage.fetchChat(...chat);
		const restarted = new SummarizingChatStorage({ wrapping: raw, summarizer, triggerAt: 3 });
		await restarted.saveChatMessage(...chat, user("question 5"));
		expect(calls).toHaveLength(1);
		await restarted.fetchChat(...chat);
		expect(calls).toHaveLength(2);
		expect(textsOf(calls[1]?.history ?? [])).toHaveLength(9);
	});

	test("a message that the wrapped storage declines for its role is not in the view either", async () => {
		const { storage } = setUp();
		await converse(storage, chat, 4);
		await storage.fetchChat(...chat);
		await storage.saveChatMessage(...chat, assistant("a second answer"));
		expect(textsOf(await storage.fetchChat(...chat))).toEqual(["[S1]", "ok", "question 4", "answer 4"]);
	});

	test("a summary in user role does not make the next user message a consecutive one", async () => {
		const { raw } = setUp();
		const storage = new SummarizingChatStorage({ wrapping: raw, summarizer: async () => [user("all of it")], triggerAt: 2, keepLast: 1 });
		await converse(raw, chat, 3);
		await storage.fetchChat(...chat);
		await storage.saveChatMessage(...chat, user("question 4"));
		expect(textsOf(await storage.fetchChat(...chat))).toEqual(["all of it", "question 4"]);
	});

	test("a wrapped storage without the rule stores messages of one role, and the view shows them", async () => {
		const stored: ReturnType<typeof user>[] = [];
		const wrapping = {
			saveChatMessage: async (_user: string, _session: string, _agent: string, message: ReturnType<typeof user>) => [
				...stored.splice(stored.length, 0, message),
				...stored,
			],
			fetchChat: async () => [...stored],
			fetchAllChats: async () => [...stored],
		};
		const storage = new SummarizingChatStorage({ wrapping, summarizer: createInstantSummarizer().summarizer, triggerAt: 2, keepLast: 1 });
		for (let place = 1; place <= 5; place += 1) await storage.saveChatMessage(...chat, user(`message ${place}`));
		await storage.fetchChat(...chat);
		await storage.saveChatMessage(...chat, user("message 6"));
		expect(textsOf(await storage.fetchChat(...chat))).toEqual(["[S1]", "ok", "message 5", "message 6"]);
	});
});

test("a fetch that finds a running call of a save reads the buffer and waits for nothing", async () => {
	const held = createHeldSummarizer();
	const { storage: wrapping } = createLoggedStorage();
	const storage = new SummarizingChatStorage({ wrapping, summarizer: held.summarizer, triggerAt: 3 });
	await converse(storage, chat, 4);
	const first = storage.fetchChat(...chat);
	(await held.next()).finish();
	await first;
	await converse(storage, chat, 1, 5);
	const save = storage.saveChatMessage(...chat, user("question 6"));
	const call = await held.next();
	expect(textsOf(await storage.fetchChat(...chat))).toEqual(["[S1]", "ok", "question 4", "answer 4", "question 5", "answer 5", "question 6"]);
	call.finish();
	expect(textsOf(await save)).toEqual(["[S2]", "ok", "question 5", "answer 5", "question 6"]);
});
