import type { SessionMessage } from "../message.ts";

/** What a conversation is built from. */
export interface ConversationOptions {
	/** Epoch milliseconds of the first message; each later one comes a second after. Without it times are unknown. */
	readonly startMs?: number;
	/** Put before each id, so that two conversations can stand side by side. Default `m`. */
	readonly idPrefix?: string;
	/** Text of a message, by its place from 1. Default: its role and place. */
	readonly text?: (place: number, role: "user" | "assistant") => string;
}

/** @returns `count` messages, user and assistant in turn, with ids `m0001`, `m0002`, …. */
export function buildConversation(count: number, options: ConversationOptions = {}): SessionMessage[] {
	const { startMs, idPrefix = "m", text = (place, role) => `${role} message ${place}` } = options;
	return Array.from({ length: count }, (_, index): SessionMessage => {
		const place = index + 1;
		const role = index % 2 === 0 ? "user" : "assistant";
		const time = startMs === undefined ? {} : { timestampMs: startMs + index * 1_000 };
		return { id: `${idPrefix}${String(place).padStart(4, "0")}`, revision: 0, role, text: text(place, role), ...time };
	});
}
