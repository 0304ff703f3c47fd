/** A place in a session's total order `(timestampMs, id)`. Sources that are plain arrays use 0 for unknown times and find the place by `id`. */
export interface Cursor {
	readonly timestampMs: number;
	readonly id: string;
}

/** An eligible row: a stored message that a model could see (not an error; with text or files). */
export interface SessionMessage {
	readonly id: string;
	/** 0 at first, +1 at every change of the row. Sources without revisions give 0. */
	readonly revision: number;
	/** Epoch milliseconds; absent when the source does not know. */
	readonly timestampMs?: number;
	readonly role: "user" | "assistant" | "tool";
	readonly text: string;
	/** The sender's name as the chat shows it, when the source knows it; no fold and no view depends on it. */
	readonly senderName?: string;
	/** Names of attached files. */
	readonly files?: readonly string[];
	/** True for a message that must stay in one piece with the one before it (a tool result after its call). Windows and batches never start with one. */
	readonly continues?: boolean;
}

/** @returns the place of a message in its session's order. */
export function cursorOf(message: SessionMessage): Cursor {
	return { timestampMs: message.timestampMs ?? 0, id: message.id };
}
