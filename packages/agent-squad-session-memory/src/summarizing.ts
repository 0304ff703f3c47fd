import { createBufferedChats } from "./buffered-chats.ts";
import { type ChatKey, type ChatStorage, chatKeyText } from "./chat-storage.ts";
import { viewOf } from "./chat-view.ts";
import { roleRuleOf } from "./contract-rules.ts";
import { createKeyedLanes } from "./keyed-lanes.ts";
import { resolveSummarizing, type SummarizingOptions } from "./summarizing-options.ts";
import { createSummaryFlights } from "./summary-flights.ts";

export interface SummarizingStorage extends ChatStorage {
	/** Drops the summaries of a session, of all its agents. The raw history stays; delete that first, or the next long fetch summarises it again. */
	forget(userId: string, sessionId: string): Promise<void>;
}

/**
 * The functions of a `SummarizingChatStorage`. Saves of one chat run one after the other; nothing waits for a summarizer but the call that needs its
 * result, and messages that come meanwhile stand behind the summary.
 * @throws ConfigurationError for options that cannot be used.
 */
export function createSummarizing(options: SummarizingOptions): SummarizingStorage {
	const setup = resolveSummarizing(options);
	const { wrapping, store, maxMessages } = setup;
	const lanes = createKeyedLanes();
	const chats = createBufferedChats(setup);
	const flights = createSummaryFlights(chats, setup);

	const saveChatMessage: ChatStorage["saveChatMessage"] = async (userId, sessionId, agentId, newMessage, maxHistorySize) => {
		const key: ChatKey = { userId, sessionId, agentId };
		const message = structuredClone(newMessage);
		const { stored, buffer } = await lanes.run(chatKeyText(key), async () => {
			const stored = await wrapping.saveChatMessage(userId, sessionId, agentId, structuredClone(message), maxHistorySize);
			return { stored, buffer: await chats.add(key, message) };
		});
		if (!buffer?.active) return stored;
		const isDue = buffer.messages.length > maxMessages && buffer.savesToWait === 0 && !flights.isRunning(key, buffer);
		return viewOf(isDue ? await flights.summarise(key, buffer) : buffer, maxHistorySize);
	};

	const fetchChat: ChatStorage["fetchChat"] = async (userId, sessionId, agentId, maxHistorySize) => {
		const key: ChatKey = { userId, sessionId, agentId };
		const buffer = await chats.load(key);
		if (buffer?.active) return viewOf(buffer, maxHistorySize);
		const opened = buffer ? { buffer } : await lanes.run(chatKeyText(key), () => chats.open(key));
		if ("raw" in opened) return maxHistorySize === undefined ? opened.raw : wrapping.fetchChat(userId, sessionId, agentId, maxHistorySize);
		return viewOf(opened.buffer.active ? opened.buffer : await flights.summarise(key, opened.buffer), maxHistorySize);
	};

	return {
		saveChatMessage,
		fetchChat,
		fetchAllChats: (userId, sessionId) => wrapping.fetchAllChats(userId, sessionId),
		...roleRuleOf(wrapping),
		forget: (userId, sessionId) => store.delete({ userId, sessionId }),
	};
}
