import type { ChatBuffer } from "./buffer-store.ts";
import { messagesFromJson, messagesToJson } from "./message-json.ts";

/** A buffer's columns, the same in every database. */
export interface BufferRow {
	/** JSON text; kept as text, so that the order of keys survives. */
	readonly messages: string;
	readonly summaryCount: number;
	readonly basis: string;
	readonly active: boolean;
	readonly failures: number;
	readonly savesToWait: number;
}

export function toBufferRow({ messages, ...rest }: ChatBuffer): BufferRow {
	return { ...rest, messages: messagesToJson(messages) };
}

export function fromBufferRow({ messages, summaryCount, basis, active, failures, savesToWait }: BufferRow): ChatBuffer {
	return { messages: messagesFromJson(messages), summaryCount, basis, active, failures, savesToWait };
}

/**
 * An id as its column holds it: written as in JSON, which escapes NUL and lone surrogates. PostgreSQL takes neither, and SQLite stores all lone
 * surrogates as one character, so that different ids would meet.
 */
export function columnText(id: string): string {
	return JSON.stringify(id);
}
