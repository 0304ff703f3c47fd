import { type ChatKey, type ChatStorage, type ConversationMessage, chatKeyText } from "./chat-storage.ts";
import { isSameRoleAsLast, labelled } from "./contract-rules.ts";
import { newestWhole } from "./whole-exchanges.ts";

/** A storage of this process, gone with it. Like the package's own it stores no message whose role is that of the chat's last one. */
export function createMemoryChatStorage(): ChatStorage {
	const entries: { readonly key: ChatKey; readonly message: ConversationMessage }[] = [];
	const chat = (key: ChatKey, max: number | undefined): ConversationMessage[] => {
		const own = entries.filter((entry) => chatKeyText(entry.key) === chatKeyText(key)).map(({ message }) => message);
		return structuredClone([...(max === undefined ? own : newestWhole(own, max))]);
	};
	return {
		saveChatMessage: async (userId, sessionId, agentId, newMessage, maxHistorySize) => {
			const key = { userId, sessionId, agentId };
			if (!isSameRoleAsLast(chat(key, undefined), newMessage)) entries.push({ key, message: structuredClone(newMessage) });
			return chat(key, maxHistorySize);
		},
		fetchChat: async (userId, sessionId, agentId, maxHistorySize) => chat({ userId, sessionId, agentId }, maxHistorySize),
		fetchAllChats: async (userId, sessionId) =>
			entries
				.filter(({ key }) => key.userId === userId && key.sessionId === sessionId)
				.map(({ key, message }) => structuredClone(labelled(message, key.agentId))),
		isConsecutiveMessage: isSameRoleAsLast,
	};
}
