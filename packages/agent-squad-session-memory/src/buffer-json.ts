import type { ChatBuffer } from "./buffer-store.ts";
import { messagesFromJson, messagesToJson } from "./message-json.ts";

/** A buffer as JSON text for a database; to be kept as text, so that the order of keys survives. */
export function bufferToJson({ messages, ...rest }: ChatBuffer): string {
	return JSON.stringify({ ...rest, messages: messagesToJson(messages) });
}

/** @throws SyntaxError or TypeError when the text is not what `bufferToJson` wrote. */
export function bufferFromJson(text: string): ChatBuffer {
	const { messages, ...rest }: Omit<ChatBuffer, "messages"> & { messages: string } = JSON.parse(text);
	return { ...rest, messages: messagesFromJson(messages) };
}

/**
 * An id as its column holds it: written as in JSON, which escapes NUL and lone surrogates. PostgreSQL takes neither, and SQLite stores all lone
 * surrogates as one character, so that different ids would meet.
 */
export function columnText(id: string): string {
	return JSON.stringify(id);
}
