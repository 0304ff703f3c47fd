/**
 * One message of Agent Squad. The package's own `ConversationMessage` fits this type, so no code here needs the package.
 * Messages must be data: text, objects, arrays, bytes; no functions.
 */
export interface ConversationMessage {
	/** `user` or `assistant`. */
	role: string;
	/** Parts. A text part is an object with a string `text`; agents read the first part's text only. */
	content: unknown[] | undefined;
}

/** Agent Squad's storage contract by its public methods. Every storage of the package has them. */
export interface ChatStorage {
	/**
	 * Adds one message to the chat of an agent.
	 * @param maxHistorySize messages at most that the storage keeps or gives back.
	 * @returns the chat after it.
	 */
	saveChatMessage(userId: string, sessionId: string, agentId: string, newMessage: ConversationMessage, maxHistorySize?: number): Promise<ConversationMessage[]>;
	/** @returns the chat of one agent, oldest first. */
	fetchChat(userId: string, sessionId: string, agentId: string, maxHistorySize?: number): Promise<ConversationMessage[]>;
	/** @returns the chats of all agents of a session in the order of their times; assistant texts begin with `[agentId] `. */
	fetchAllChats(userId: string, sessionId: string): Promise<ConversationMessage[]>;
	/** Whether the storage declines this message because the chat's last one has the same role. A storage without this method stores every message. */
	isConsecutiveMessage?(conversation: ConversationMessage[], newMessage: ConversationMessage): boolean;
}

/** One agent's chat in one session of one user. */
export interface ChatKey {
	readonly userId: string;
	readonly sessionId: string;
	readonly agentId: string;
}

/** One text for a chat, the same for no other chat, whatever its ids hold. */
export function chatKeyText({ userId, sessionId, agentId }: ChatKey): string {
	return JSON.stringify([userId, sessionId, agentId]);
}
