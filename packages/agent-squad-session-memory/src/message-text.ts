import type { ConversationMessage } from "./chat-storage.ts";

/** A part of a message that carries text, as Agent Squad's agents write and read it. */
export type TextPart = { readonly text: string };

export function isTextPart(part: unknown): part is TextPart {
	return typeof part === "object" && part !== null && "text" in part && typeof part.text === "string";
}

/** The texts of a message's text parts, one a line. */
export function textOfMessage(message: ConversationMessage): string {
	return (message.content ?? [])
		.filter(isTextPart)
		.map((part) => part.text)
		.join("\n");
}
