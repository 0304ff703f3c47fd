import type { ConversationMessage } from "./chat-storage.ts";

/** The newest messages, `max` at most, beginning with a user message, so that no answer stands without its question. */
export function newestWhole(messages: readonly ConversationMessage[], max: number): readonly ConversationMessage[] {
	const count = Math.floor(max);
	if (!(count >= 1)) return [];
	const newest = messages.slice(-count);
	const first = newest.findIndex((message) => message.role === "user");
	return first < 0 ? [] : newest.slice(first);
}

/**
 * How many of the newest messages stay out of a summary: `keepLast`, and as many more as it takes to begin with a user message. A history that has
 * no user message after its first one keeps exactly `keepLast`.
 */
export function keptCount(history: readonly ConversationMessage[], keepLast: number): number {
	for (let at = history.length - keepLast; at > 0; at -= 1) {
		if (history[at]?.role === "user") return history.length - at;
	}
	return Math.min(keepLast, history.length);
}
