import type { BaseMessage, ChatMessage } from "@langchain/core/messages";

/** Whose message it is, as a fold tells it; undefined for instructions (system, developer), which are neither moved nor folded. */
export function roleOf(message: BaseMessage): "user" | "assistant" | "tool" | undefined {
	return namedRole(isGeneric(message) ? message.role : message.type);
}

function isGeneric(message: BaseMessage): message is ChatMessage {
	return message.type === "generic" && "role" in message;
}

function namedRole(role: string): ReturnType<typeof roleOf> {
	if (role === "human" || role === "user") return "user";
	if (role === "system" || role === "developer") return undefined;
	return role === "tool" || role === "function" ? "tool" : "assistant";
}
