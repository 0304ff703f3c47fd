import type { ConversationMessage } from "./chat-storage.ts";
import { createSummarizing, type SummarizingStorage } from "./summarizing.ts";
import type { SummarizingOptions } from "./summarizing-options.ts";

/**
 * An Agent Squad storage whose agents read a summary and the newest messages instead of a long chat. The wrapped storage gets every message as it is,
 * and the classifier (`fetchAllChats`) reads that raw history. Until a fetch finds more than `2 * triggerAt` messages it only delegates.
 * For the npm package's orchestrator use the class of the same name in `./agent-squad`.
 */
export class SummarizingChatStorage implements SummarizingStorage {
	readonly #storage: SummarizingStorage;

	/** @throws ConfigurationError for options that cannot be used. */
	constructor(options: SummarizingOptions) {
		this.#storage = createSummarizing(options);
	}

	saveChatMessage(userId: string, sessionId: string, agentId: string, newMessage: ConversationMessage, maxHistorySize?: number) {
		return this.#storage.saveChatMessage(userId, sessionId, agentId, newMessage, maxHistorySize);
	}

	fetchChat(userId: string, sessionId: string, agentId: string, maxHistorySize?: number) {
		return this.#storage.fetchChat(userId, sessionId, agentId, maxHistorySize);
	}

	fetchAllChats(userId: string, sessionId: string) {
		return this.#storage.fetchAllChats(userId, sessionId);
	}

	isConsecutiveMessage(conversation: ConversationMessage[], newMessage: ConversationMessage): boolean {
		return this.#storage.isConsecutiveMessage?.(conversation, newMessage) ?? false;
	}

	/** Drops the summaries of a session, of all its agents; the raw history stays. */
	forget(userId: string, sessionId: string): Promise<void> {
		return this.#storage.forget(userId, sessionId);
	}
}
