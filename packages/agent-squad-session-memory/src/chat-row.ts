import type { MessageRecord, NewMessage } from "@foldback/session-store";
import type { ChatKey, ConversationMessage } from "./chat-storage.ts";
import { messagesFromJson, messagesToJson } from "./message-json.ts";
import { isTextPart, textOfMessage } from "./message-text.ts";

/** Property of a row that holds the whole message as JSON text, where sender and text alone would not give it back. */
const property = "agentSquad";

/** A message as a row of the message store: the agent is the context, so a session's rows lie together and each agent's are found by index. */
export function toChatRow(flowId: string, { userId, sessionId, agentId }: ChatKey, message: ConversationMessage): NewMessage {
	const isAssistant = message.role === "assistant";
	return {
		flowId,
		userId,
		sessionId,
		contextId: agentId,
		sender: isAssistant ? "Machine" : "User",
		senderName: isAssistant ? agentId : "User",
		text: textOfMessage(message),
		...(isPlain(message) ? {} : { properties: { [property]: messagesToJson([message]) } }),
	};
}

/** @returns the message as it was saved; the text of a row that a person has edited since replaces the message's own. */
export function fromChatRow(row: MessageRecord): ConversationMessage {
	const text = { text: row.text };
	const json = row.properties[property];
	const saved = typeof json === "string" ? messagesFromJson(json)[0] : undefined;
	if (!saved) return { role: row.sender === "User" ? "user" : "assistant", content: [text] };
	if (!row.edit || row.text === textOfMessage(saved).toWellFormed()) return saved;
	return { ...saved, content: [text, ...(saved.content ?? []).filter((part) => !isTextPart(part))] };
}

/** Whether role and text are all there is: one part with nothing but text, which the database keeps unchanged. */
function isPlain(message: ConversationMessage): boolean {
	const [part, ...more] = message.content ?? [];
	if (!isTextPart(part) || more.length > 0 || Object.keys(part).length > 1 || !part.text.isWellFormed()) return false;
	return (message.role === "user" || message.role === "assistant") && Object.keys(message).every((key) => key === "role" || key === "content");
}
