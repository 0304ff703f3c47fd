import type { ChatStorage, ConversationMessage } from "./chat-storage.ts";
import { isTextPart } from "./message-text.ts";

/** The rule by which Agent Squad's storages decline a message: its role is that of the chat's last one. */
export function isSameRoleAsLast(conversation: readonly ConversationMessage[], newMessage: ConversationMessage): boolean {
	return conversation.at(-1)?.role === newMessage.role;
}

/** A message as `fetchAllChats` gives it: an assistant's becomes one text part that begins with its agent's id. */
export function labelled(message: ConversationMessage, agentId: string): ConversationMessage {
	if (message.role !== "assistant") return message;
	const first = message.content?.[0];
	return { role: message.role, content: [{ text: `[${agentId}] ${isTextPart(first) ? first.text : ""}` }] };
}

/** A wrapped storage's own rule about roles, for the storage around it. */
export function roleRuleOf(wrapping: ChatStorage): Pick<ChatStorage, "isConsecutiveMessage"> {
	if (!wrapping.isConsecutiveMessage) return {};
	return { isConsecutiveMessage: (conversation, newMessage) => wrapping.isConsecutiveMessage?.(conversation, newMessage) ?? false };
}
