import type { ChatStorage, ConversationMessage } from "./chat-storage.ts";
import { assistant, user } from "./conformance/harness.ts";
import { createMemoryChatStorage } from "./memory-chat-storage.ts";
import type { HistorySummarizer } from "./summarizing-options.ts";

export { assistant, converse, textsOf, user } from "./conformance/harness.ts";

/** The chat of most tests. */
export const chat = ["ann", "s1", "tech"] as const;

export interface SummarizerCall {
	readonly history: ConversationMessage[];
	readonly keepLast: number;
	/** Lets the call return `[S1]` (and so on by number), its answer, and the kept messages. */
	finish(): void;
	fail(error: unknown): void;
	/** Lets the call return anything. */
	finishWith(result: unknown): void;
}

/** A summarizer whose calls wait until the test ends them. */
export function createHeldSummarizer() {
	const calls: SummarizerCall[] = [];
	const waiting: ((call: SummarizerCall) => void)[] = [];
	const summarizer: HistorySummarizer = (history, keepLast) => {
		const { promise, resolve, reject } = Promise.withResolvers<ConversationMessage[]>();
		const call: SummarizerCall = {
			history,
			keepLast,
			finish: () => resolve(shorten(history, keepLast, calls.indexOf(call) + 1)),
			fail: reject,
			// A summarizer in JavaScript may return anything.
			finishWith: (result) => resolve(result as ConversationMessage[]),
		};
		calls.push(call);
		waiting.shift()?.(call);
		return promise;
	};
	/** The next call, once it comes. */
	const next = () => new Promise<SummarizerCall>((resolve) => void waiting.push(resolve));
	return { summarizer, calls, next };
}

/** A summarizer that answers at once, as `createHeldSummarizer` does after `finish`. */
export function createInstantSummarizer() {
	const calls: { readonly history: ConversationMessage[]; readonly keepLast: number }[] = [];
	const summarizer: HistorySummarizer = async (history, keepLast) => {
		calls.push({ history: structuredClone(history), keepLast });
		return shorten(history, keepLast, calls.length);
	};
	return { summarizer, calls };
}

function shorten(history: readonly ConversationMessage[], keepLast: number, number: number): ConversationMessage[] {
	return [user(`[S${number}]`), assistant("ok"), ...history.slice(-keepLast)];
}

/** A storage with a log of the calls it got; `before` runs ahead of each and may reject. */
export function createLoggedStorage(before: (call: string) => Promise<void> = async () => undefined) {
	const raw = createMemoryChatStorage();
	const log: string[] = [];
	const enter = async (call: string) => {
		log.push(call);
		await before(call);
	};
	const storage: ChatStorage = {
		...raw,
		saveChatMessage: async (...parameters) => {
			await enter("save");
			return raw.saveChatMessage(...parameters);
		},
		fetchChat: async (...parameters) => {
			await enter("fetch");
			return raw.fetchChat(...parameters);
		},
		fetchAllChats: async (...parameters) => {
			await enter("fetchAll");
			return raw.fetchAllChats(...parameters);
		},
	};
	return { storage, raw, log };
}
