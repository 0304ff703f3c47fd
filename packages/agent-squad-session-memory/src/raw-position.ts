import { createHash } from "node:crypto";
import type { ConversationMessage } from "./chat-storage.ts";
import { messagesToJson } from "./message-json.ts";

const comparedMessages = 20;

/** How far into the raw history a buffer reaches. */
export interface RawPosition {
	/** Raw messages taken so far. */
	readonly count: number;
	/** Digests of the newest of them, 20 at most, oldest first. */
	readonly tail: readonly string[];
}

export const rawStart: RawPosition = { count: 0, tail: [] };

/** The position after more messages. */
export function advance({ count, tail }: RawPosition, messages: readonly ConversationMessage[]): RawPosition {
	return { count: count + messages.length, tail: [...tail, ...messages.map(digestOf)].slice(-comparedMessages) };
}

/**
 * The raw messages after a position. The wrapped storage may have removed old messages, so the count alone does not tell.
 * @returns undefined when the raw history does not hold what the position tells of.
 */
export function messagesAfter({ count, tail }: RawPosition, raw: readonly ConversationMessage[]): readonly ConversationMessage[] | undefined {
	const digests = raw.map(digestOf);
	const isAt = (end: number) => {
		const known = tail.slice(-Math.min(tail.length, end));
		return end >= 1 && end <= digests.length && known.every((digest, place) => digest === digests[end - known.length + place]);
	};
	if (isAt(count)) return raw.slice(count);
	for (let end = digests.length; end >= 1; end -= 1) if (isAt(end)) return raw.slice(end);
	return undefined;
}

function digestOf({ role, content }: ConversationMessage): string {
	return createHash("sha256")
		.update(messagesToJson([{ role, content }]))
		.digest("base64url")
		.slice(0, 22);
}
