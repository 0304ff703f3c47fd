import type { ChatStorage, ConversationMessage } from "./chat-storage.ts";
import { isSameRoleAsLast, labelled } from "./contract-rules.ts";
import { newestWhole } from "./whole-exchanges.ts";

/** A storage of this process, gone with it. Like the package's own it stores no message whose role is that of the chat's last one. */
export function createMemoryChatStorage(): ChatStorage {
	const sessions = new Map<string, { readonly agentId: string; readonly message: ConversationMessage }[]>();
	const session = (userId: string, sessionId: string) => sessions.get(JSON.stringify([userId, sessionId])) ?? [];
	const chat = (userId: string, sessionId: string, agentId: string) =>
		session(userId, sessionId).flatMap((entry) => (entry.agentId === agentId ? [entry.message] : []));

	const fetchChat: ChatStorage["fetchChat"] = async (userId, sessionId, agentId, maxHistorySize) => {
		const messages = chat(userId, sessionId, agentId);
		return structuredClone([...(maxHistorySize === undefined ? messages : newestWhole(messages, maxHistorySize))]);
	};
	return {
		saveChatMessage: async (userId, sessionId, agentId, newMessage, maxHistorySize) => {
			if (!isSameRoleAsLast(chat(userId, sessionId, agentId), newMessage)) {
				const entry = { agentId, message: structuredClone(newMessage) };
				sessions.set(JSON.stringify([userId, sessionId]), [...session(userId, sessionId), entry]);
			}
			return fetchChat(userId, sessionId, agentId, maxHistorySize);
		},
		fetchChat,
		fetchAllChats: async (userId, sessionId) => structuredClone(session(userId, sessionId).map(({ agentId, message }) => labelled(message, agentId))),
		isConsecutiveMessage: isSameRoleAsLast,
	};
}
