import type { ChatStorage, ConversationMessage } from "./chat-storage.ts";
import { createTransforming, type TransformingOptions } from "./transforming.ts";

/**
 * An Agent Squad storage that changes or drops messages on their way into another one. Only the outermost storage of a stack keeps text from
 * everything within: inside a `SummarizingChatStorage`, the raw text still reaches that one's buffer and the summary prompt.
 * For the npm package's orchestrator use the class of the same name in `./agent-squad`.
 */
export class TransformingChatStorage implements ChatStorage {
	readonly #storage: ChatStorage;

	/** @throws ConfigurationError for options that cannot be used. */
	constructor(options: TransformingOptions) {
		this.#storage = createTransforming(options);
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
}
