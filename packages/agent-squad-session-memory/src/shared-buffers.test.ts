/** Several processes, each with a storage of its own, over one raw history and one buffer store. */
import { describe, expect, test } from "vitest";
import type { BufferStore } from "./buffer-store.ts";
import type { ChatStorage } from "./chat-storage.ts";
import { temporaryPath } from "./folder.fixture.ts";
import { createTestDatabase } from "./postgres.fixture.ts";
import { openPostgresBufferStore } from "./postgres-buffer-store.ts";
import { openSqliteBufferStore } from "./sqlite-buffer-store.ts";
import { assistant, chat, converse, createHeldSummarizer, createInstantSummarizer, createLoggedStorage, textsOf, user } from "./summarizing.fixture.ts";
import { SummarizingChatStorage } from "./summarizing-chat-storage.ts";
import type { HistorySummarizer } from "./summarizing-options.ts";

const stores = [
	[
		"SQLite",
		async () => {
			const path = temporaryPath();
			return () => openSqliteBufferStore({ path });
		},
	],
	[
		"PostgreSQL",
		async () => {
			const openPool = await createTestDatabase();
			return () => openPostgresBufferStore({ pool: openPool() });
		},
	],
] as const satisfies readonly (readonly [string, () => Promise<() => Promise<BufferStore>>])[];

async function processes(openStore: () => Promise<BufferStore>, wrapping: ChatStorage, summarizer: HistorySummarizer) {
	const open = async () => new SummarizingChatStorage({ wrapping, summarizer, triggerAt: 3, buffers: await openStore() });
	return { a: await open(), b: await open(), open };
}

/** A storage without a rule about roles, once plain and once with saves that have stored their message but end only when told to. */
function createDelayedStorage() {
	const { isConsecutiveMessage: _, ...raw } = createLoggedStorage().raw;
	const stored = Promise.withResolvers<void>();
	const goOn = Promise.withResolvers<void>();
	const saveChatMessage: ChatStorage["saveChatMessage"] = async (...parameters) => {
		const result = await raw.saveChatMessage(...parameters);
		stored.resolve();
		await goOn.promise;
		return result;
	};
	return { raw, delayed: { ...raw, saveChatMessage }, stored, goOn };
}

describe.each(stores)("%s", (_name, prepare) => {
	test("a restart is warm: no call of the summarizer, the same view", async () => {
		const { raw } = createLoggedStorage();
		const { summarizer, calls } = createInstantSummarizer();
		const { a, open } = await processes(await prepare(), raw, summarizer);
		await converse(a, chat, 4);
		const view = await a.fetchChat(...chat);
		const restarted = await open();
		expect(await restarted.fetchChat(...chat)).toEqual(view);
		expect(textsOf(await restarted.saveChatMessage(...chat, user("question 5")))).toEqual([...textsOf(view), "question 5"]);
		expect(calls).toHaveLength(1);
	});

	test("processes agree: what one saves or summarises, the other reads", async () => {
		const { raw } = createLoggedStorage();
		const { summarizer, calls } = createInstantSummarizer();
		const { a, b } = await processes(await prepare(), raw, summarizer);
		await converse(a, chat, 4);
		await a.fetchChat(...chat);
		for (let place = 5; place <= 12; place += 1) {
			await converse(place % 2 === 0 ? a : b, chat, 1, place);
			expect(await a.fetchChat(...chat)).toEqual(await b.fetchChat(...chat));
		}
		const rawTexts = textsOf(await raw.fetchChat(...chat));
		const recent = textsOf(await b.fetchChat(...chat)).slice(2);
		expect(recent).toEqual(rawTexts.slice(-recent.length));
		expect(calls.length).toBeGreaterThan(2);
	});

	test("a message that another process saves during activation is in the view, once", async () => {
		const { raw } = createLoggedStorage();
		const held = createHeldSummarizer();
		const { a, b } = await processes(await prepare(), raw, held.summarizer);
		await converse(b, chat, 4);
		const fetch = a.fetchChat(...chat);
		const call = await held.next();
		await b.saveChatMessage(...chat, user("question 5"));
		call.finish();
		const wanted = ["[S1]", "ok", "question 4", "answer 4", "question 5"];
		expect(textsOf(await fetch)).toEqual(wanted);
		expect(textsOf(await b.fetchChat(...chat))).toEqual(wanted);
	});

	test("a message stored between reading the history and writing the buffer is in the view, once", async () => {
		const reads = { count: 0 };
		const logged = createLoggedStorage(async (call) => {
			// After the first read for activation another process stores a message, and sees no buffer yet.
			if (call === "fetch" && ++reads.count === 2) await logged.raw.saveChatMessage(...chat, user("question 5"));
		});
		const { summarizer } = createInstantSummarizer();
		const { a, b } = await processes(await prepare(), logged.storage, summarizer);
		await converse(logged.raw, chat, 4);
		await a.fetchChat(...chat);
		for (const process of [a, b]) expect(textsOf(await process.fetchChat(...chat))).toEqual(["[S1]", "ok", "question 4", "answer 4", "question 5"]);
	});

	test("a save whose message another process has added already adds it once", async () => {
		const { raw, delayed, stored, goOn } = createDelayedStorage();
		const { summarizer } = createInstantSummarizer();
		const openStore = await prepare();
		await converse(raw, chat, 4);
		const a = new SummarizingChatStorage({ wrapping: raw, summarizer, triggerAt: 3, buffers: await openStore() });
		const b = new SummarizingChatStorage({ wrapping: delayed, summarizer, triggerAt: 3, buffers: await openStore() });
		const save = b.saveChatMessage(...chat, user("question 5"));
		await stored.promise;
		await a.fetchChat(...chat);
		goOn.resolve();
		await save;
		for (const process of [a, b]) expect(textsOf(await process.fetchChat(...chat))).toEqual(["[S1]", "ok", "question 4", "answer 4", "question 5"]);
	});

	test("messages stand in the order of the raw history, whichever process comes to the buffer first", async () => {
		const { raw, delayed, stored, goOn } = createDelayedStorage();
		const { summarizer } = createInstantSummarizer();
		const openStore = await prepare();
		await converse(raw, chat, 4);
		const a = new SummarizingChatStorage({ wrapping: raw, summarizer, triggerAt: 3, buffers: await openStore() });
		const b = new SummarizingChatStorage({ wrapping: delayed, summarizer, triggerAt: 3, buffers: await openStore() });
		await a.fetchChat(...chat);
		await b.fetchChat(...chat);
		const save = b.saveChatMessage(...chat, user("question 5"));
		await stored.promise;
		await a.saveChatMessage(...chat, assistant("answer 5"));
		goOn.resolve();
		await save;
		for (const process of [a, b]) {
			expect(textsOf(await process.fetchChat(...chat))).toEqual(["[S1]", "ok", "question 4", "answer 4", "question 5", "answer 5"]);
		}
	});

	test("two processes summarise at once: one result stands, nothing is lost", async () => {
		const { raw } = createLoggedStorage();
		const held = createHeldSummarizer();
		const { a, b } = await processes(await prepare(), raw, held.summarizer);
		await converse(a, chat, 4);
		const first = a.fetchChat(...chat);
		const firstCall = await held.next();
		const second = b.fetchChat(...chat);
		const secondCall = await held.next();
		secondCall.finish();
		await second;
		await b.saveChatMessage(...chat, user("question 5"));
		firstCall.finish();
		const wanted = ["[S2]", "ok", "question 4", "answer 4", "question 5"];
		expect(textsOf(await first)).toEqual(wanted);
		expect(textsOf(await a.fetchChat(...chat))).toEqual(wanted);
	});

	test("a message whose process ended before it reached the buffer is in the view after the next start", async () => {
		const { raw } = createLoggedStorage();
		const { a, open } = await processes(await prepare(), raw, createInstantSummarizer().summarizer);
		await converse(a, chat, 4);
		await a.fetchChat(...chat);
		await raw.saveChatMessage(...chat, user("question 5"));
		const restarted = await open();
		expect(textsOf(await restarted.fetchChat(...chat))).toEqual(["[S1]", "ok", "question 4", "answer 4", "question 5"]);
		await restarted.saveChatMessage(...chat, assistant("answer 5"));
		expect(textsOf(await restarted.fetchChat(...chat)).slice(-2)).toEqual(["question 5", "answer 5"]);
	});

	test("simultaneous saves to many chats through both processes all arrive", async () => {
		const { raw } = createLoggedStorage();
		const { a, b } = await processes(await prepare(), raw, createInstantSummarizer().summarizer);
		const agents = Array.from({ length: 6 }, (_, place) => `agent ${place}`);
		for (const agent of agents) await converse(raw, ["ann", "s1", agent], 4);
		await Promise.all(agents.map((agent) => Promise.all([a.fetchChat("ann", "s1", agent), b.fetchChat("ann", "s1", agent)])));
		await Promise.all(agents.map((agent, place) => converse(place % 2 === 0 ? a : b, ["ann", "s1", agent], 5, 5)));
		for (const agent of agents) {
			const recent = textsOf(await a.fetchChat("ann", "s1", agent)).filter((text) => /question|answer/.test(text));
			expect(recent).toEqual(textsOf(await raw.fetchChat("ann", "s1", agent)).slice(-recent.length));
			expect(recent.at(-1)).toBe("answer 9");
		}
	});
});

test.each([1, 2])(
	"a buffer store that is down does not keep the raw message from being stored, and the view has it later (after %i fetches)",
	async (fetches) => {
		const { raw } = createLoggedStorage();
		const store = await openSqliteBufferStore({ path: temporaryPath() });
		let isDown = false;
		const buffers: BufferStore = {
			...store,
			load: async (key) => {
				if (isDown) throw new Error("connection refused");
				return store.load(key);
			},
		};
		const storage = new SummarizingChatStorage({ wrapping: raw, summarizer: createInstantSummarizer().summarizer, triggerAt: 3, buffers });
		await converse(storage, chat, 4);
		// The second one compares the buffer with the raw history.
		for (let fetch = 0; fetch < fetches; fetch += 1) await storage.fetchChat(...chat);
		isDown = true;
		await expect(storage.saveChatMessage(...chat, user("question 5"))).rejects.toThrow("connection refused");
		expect(textsOf(await raw.fetchChat(...chat)).at(-1)).toBe("question 5");
		isDown = false;
		expect(textsOf(await storage.fetchChat(...chat))).toEqual(["[S1]", "ok", "question 4", "answer 4", "question 5"]);
	},
);
