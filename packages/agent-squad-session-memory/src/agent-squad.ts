/** The storages as subclasses of the npm package's `ChatStorage`, which its orchestrator asks for: that class has a protected member. */
import { ChatStorage as AgentSquadChatStorage, type ConversationMessage } from "agent-squad";
import type { ChatStorage } from "./chat-storage.ts";
import { createSummarizing, type SummarizingStorage } from "./summarizing.ts";
import type { SummarizingOptions } from "./summarizing-options.ts";
import { createTransforming, type TransformingOptions } from "./transforming.ts";

/** Any storage as one of the package's. */
class AdaptedChatStorage<Storage extends ChatStorage> extends AgentSquadChatStorage {
	protected readonly storage: Storage;

	constructor(storage: Storage) {
		super();
		this.storage = storage;
	}

	async saveChatMessage(userId: string, sessionId: string, agentId: string, newMessage: ConversationMessage, maxHistorySize?: number) {
		return theirs(await this.storage.saveChatMessage(userId, sessionId, agentId, newMessage, maxHistorySize));
	}

	async fetchChat(userId: string, sessionId: string, agentId: string, maxHistorySize?: number) {
		return theirs(await this.storage.fetchChat(userId, sessionId, agentId, maxHistorySize));
	}

	async fetchAllChats(userId: string, sessionId: string) {
		return theirs(await this.storage.fetchAllChats(userId, sessionId));
	}

	override isConsecutiveMessage(conversation: ConversationMessage[], newMessage: ConversationMessage): boolean {
		return this.storage.isConsecutiveMessage?.(conversation, newMessage) ?? false;
	}
}

/** `SummarizingChatStorage` of the main entry, for the orchestrator. */
export class SummarizingChatStorage extends AdaptedChatStorage<SummarizingStorage> {
	/** @throws ConfigurationError for options that cannot be used. */
	constructor(options: SummarizingOptions) {
		super(createSummarizing(options));
	}

	/** Drops the summaries of a session, of all its agents; the raw history stays. */
	forget(userId: string, sessionId: string): Promise<void> {
		return this.storage.forget(userId, sessionId);
	}
}

/** `TransformingChatStorage` of the main entry, for the orchestrator. */
export class TransformingChatStorage extends AdaptedChatStorage<ChatStorage> {
	/** @throws ConfigurationError for options that cannot be used. */
	constructor(options: TransformingOptions) {
		super(createTransforming(options));
	}
}

/** Makes a storage of Foldback's, `SqliteChatStorage` for one, into one of the package's. */
export function toAgentSquadStorage(storage: ChatStorage): AgentSquadChatStorage {
	return new AdaptedChatStorage(storage);
}

/** Our messages are theirs but for the role, which they type as an enum with the same two values. */
function theirs(messages: Awaited<ReturnType<ChatStorage["fetchChat"]>>): ConversationMessage[] {
	return messages as ConversationMessage[];
}
