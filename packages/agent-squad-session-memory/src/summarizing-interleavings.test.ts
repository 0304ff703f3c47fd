/** Whatever the order of saves, fetches and answers of the summarizer: what a view tells is the raw history, each message once, in order. */
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import type { ChatStorage, ConversationMessage } from "./chat-storage.ts";
import { temporaryPath } from "./folder.fixture.ts";
import { createMemoryChatStorage } from "./memory-chat-storage.ts";
import { openSqliteBufferStore } from "./sqlite-buffer-store.ts";
import { assistant, chat, textsOf, user } from "./summarizing.fixture.ts";
import { SummarizingChatStorage } from "./summarizing-chat-storage.ts";
import type { SummarizingOptions } from "./summarizing-options.ts";

const separator = " | ";

/** A summarizer whose summary lists what it stands for, so that a view can be unfolded again. Its calls wait to be ended. */
function createListingSummarizer() {
	const pending: { finish(): void; fail(): void }[] = [];
	const summarizer = (history: ConversationMessage[], keepLast: number) =>
		new Promise<ConversationMessage[]>((resolve, reject) => {
			const older = unfold(history.slice(0, -keepLast)).join(separator);
			const summary = { role: "user", content: [{ text: older, summary: true }] };
			pending.push({ finish: () => resolve([summary, ...history.slice(-keepLast)]), fail: () => reject(new Error("overloaded")) });
		});
	return { summarizer, pending };
}

function unfold(view: readonly ConversationMessage[]): string[] {
	return textsOf(view).flatMap((text) => text.split(separator));
}

/** A storage that stores every message, whatever its role, and takes its time. */
function createPlainStorage(): ChatStorage {
	const messages: ConversationMessage[] = [];
	return {
		saveChatMessage: async (_userId, _sessionId, _agentId, message) => {
			messages.push(message);
			await new Promise(setImmediate);
			return [...messages];
		},
		fetchChat: async () => {
			const read = [...messages];
			await new Promise(setImmediate);
			return read;
		},
		fetchAllChats: async () => [...messages],
	};
}

type Step = "save" | "fetch" | "finish" | "fail" | "forget" | "settle";

const steps = fc.array(
	fc.oneof(
		{ weight: 6, arbitrary: fc.constant<Step>("save") },
		{ weight: 3, arbitrary: fc.constantFrom<Step>("fetch", "finish", "settle") },
		{ weight: 1, arbitrary: fc.constantFrom<Step>("fail", "forget") },
	),
	{ minLength: 20, maxLength: 80 },
);

/** Runs the steps, saves waited for when `awaitsSaves`, then lets everything end. Storages take turns. */
async function run(
	script: readonly Step[],
	storages: readonly SummarizingChatStorage[],
	{ pending }: ReturnType<typeof createListingSummarizer>,
	awaitsSaves: boolean,
) {
	const running = new Set<Promise<unknown>>();
	const start = (work: Promise<unknown>) => {
		const tracked: Promise<unknown> = work.catch(() => undefined).finally(() => running.delete(tracked));
		running.add(tracked);
		return tracked;
	};
	let saved = 0;
	for (const [place, step] of script.entries()) {
		const storage = storages[place % storages.length];
		if (step === "save") {
			saved += 1;
			const work = start(storage?.saveChatMessage(...chat, saved % 2 === 1 ? user(`m${saved}`) : assistant(`m${saved}`)) ?? Promise.resolve());
			if (awaitsSaves) await stored(work, pending);
		} else if (step === "fetch") void start(storage?.fetchChat(...chat) ?? Promise.resolve());
		else if (step === "forget") await storage?.forget("ann", "s1");
		else if (step === "settle") await new Promise(setImmediate);
		else pending.shift()?.[step]();
	}
	while (running.size > 0) {
		for (const call of pending.splice(0)) call.finish();
		await new Promise(setImmediate);
	}
}

/** Until the save ends. When it waits for the summarizer, calls are ended one by one. */
async function stored(save: Promise<unknown>, pending: { finish(): void }[]): Promise<void> {
	let ended = false;
	void save.then(() => {
		ended = true;
	});
	for (let turns = 0; !ended; turns += 1) {
		await new Promise(setImmediate);
		if (turns > 20) pending.shift()?.finish();
	}
}

async function finalView(storage: SummarizingChatStorage, { pending }: ReturnType<typeof createListingSummarizer>): Promise<ConversationMessage[]> {
	const view = storage.fetchChat(...chat);
	const ended = view.then(() => true);
	while (!(await Promise.race([ended, new Promise<false>((resolve) => setImmediate(() => resolve(false)))]))) {
		for (const call of pending.splice(0)) call.finish();
	}
	return view;
}

const policies = fc.constantFrom<"throw" | "keep">("throw", "keep");

test("within one process, nothing waited for", async () => {
	await fc.assert(
		fc.asyncProperty(steps, policies, async (script, onSummarizerError) => {
			const raw = createMemoryChatStorage();
			const listing = createListingSummarizer();
			const storage = new SummarizingChatStorage({ wrapping: raw, summarizer: listing.summarizer, triggerAt: 2, keepLast: 1, onSummarizerError });
			await run(script, [storage], listing, false);
			expect(unfold(await finalView(storage, listing))).toEqual(textsOf(await raw.fetchChat(...chat)));
		}),
		{ numRuns: 200 },
	);
});

async function openTwo() {
	const path = temporaryPath();
	const buffers = await Promise.all([1, 2].map(() => openSqliteBufferStore({ path })));
	onTestFinished(async () => void (await Promise.all(buffers.map((store) => store.close()))));
	return (options: SummarizingOptions) => buffers.map((store) => new SummarizingChatStorage({ ...options, buffers: store }));
}

test("two processes on one SQLite buffer store, saves one after the other", async () => {
	const open = await openTwo();
	await fc.assert(
		fc.asyncProperty(steps, policies, fc.boolean(), async (script, onSummarizerError, declinesSameRole) => {
			const raw = declinesSameRole ? createMemoryChatStorage() : createPlainStorage();
			const listing = createListingSummarizer();
			const storages = open({ wrapping: raw, summarizer: listing.summarizer, triggerAt: 2, keepLast: 1, onSummarizerError });
			await run(script, storages, listing, true);
			for (const storage of storages) expect(unfold(await finalView(storage, listing))).toEqual(textsOf(await raw.fetchChat(...chat)));
			await storages[0]?.forget("ann", "s1");
		}),
		{ numRuns: 60 },
	);
});

test("two processes on one SQLite buffer store, saves at once", async () => {
	const open = await openTwo();
	await fc.assert(
		fc.asyncProperty(steps, policies, async (script, onSummarizerError) => {
			const raw = createPlainStorage();
			const listing = createListingSummarizer();
			const storages = open({ wrapping: raw, summarizer: listing.summarizer, triggerAt: 2, keepLast: 1, onSummarizerError });
			await run(script, storages, listing, false);
			for (const storage of storages) expect(unfold(await finalView(storage, listing))).toEqual(textsOf(await raw.fetchChat(...chat)));
			await storages[0]?.forget("ann", "s1");
		}),
		{ numRuns: 60 },
	);
});
