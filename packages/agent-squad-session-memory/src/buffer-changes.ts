import { randomUUID } from "node:crypto";
import type { ChatBuffer } from "./buffer-store.ts";
import type { ChatStorage, ConversationMessage } from "./chat-storage.ts";
import { messagesToJson } from "./message-json.ts";
import { advance, messagesAfter, rawStart } from "./raw-position.ts";
import { withoutMark } from "./summary-marker.ts";

const longestWaitInSaves = 16;

/** A buffer that holds the raw history, before its first summary. */
export function openedBuffer(raw: readonly ConversationMessage[]): ChatBuffer {
	const empty = { messages: [], position: rawStart, summaryCount: 0, basis: randomUUID(), active: false, failures: 0, savesToWait: 0 };
	return extended(empty, structuredClone([...raw]));
}

/** The buffer after a save. It takes what the wrapped storage takes: a message that this one declines for its role is left out here too. */
export function appended(buffer: ChatBuffer, message: ConversationMessage, wrapping: ChatStorage): ChatBuffer {
	const recent = buffer.messages.slice(buffer.summaryCount);
	const declined = wrapping.isConsecutiveMessage?.(structuredClone(recent), structuredClone(message)) === true;
	return declined ? buffer : extended(buffer, [message]);
}

/**
 * The buffer with what the raw history holds after it, in that order: several processes may save at once, or one may have ended between storing a
 * message and adding it here.
 * @returns undefined when the raw history does not show where the buffer ends.
 */
export function caughtUp(buffer: ChatBuffer, raw: readonly ConversationMessage[]): ChatBuffer | undefined {
	const missing = messagesAfter(buffer.position, raw);
	return missing?.length === 0 ? buffer : missing && extended(buffer, missing);
}

function extended(buffer: ChatBuffer, more: readonly ConversationMessage[]): ChatBuffer {
	return {
		...buffer,
		messages: [...buffer.messages, ...more.map(withoutMark)],
		position: advance(buffer.position, more),
		savesToWait: Math.max(0, buffer.savesToWait - more.length),
	};
}

/** The buffer after a summary of its messages up to those of `snapshot`: what came since stands behind the result. */
export function summarised(buffer: ChatBuffer, snapshot: ChatBuffer, result: readonly ConversationMessage[]): ChatBuffer {
	return {
		...buffer,
		messages: [...result, ...buffer.messages.slice(snapshot.messages.length)],
		summaryCount: result.length - commonTail(result, snapshot.messages),
		basis: randomUUID(),
		active: true,
		failures: 0,
		savesToWait: 0,
	};
}

/** The buffer after a failed attempt: nothing but the time of the next one changes (after 1, 2, 4, 8, then every 16 saves). */
export function failed(buffer: ChatBuffer, active: boolean): ChatBuffer {
	const failures = buffer.failures + 1;
	return { ...buffer, active: buffer.active || active, failures, savesToWait: Math.min(2 ** (failures - 1), longestWaitInSaves) };
}

/** How many messages at the end of both lists are the same. */
function commonTail(a: readonly ConversationMessage[], b: readonly ConversationMessage[]): number {
	const [left, right] = [texts(a).reverse(), texts(b).reverse()];
	const differing = left.findIndex((text, place) => text !== right[place]);
	return differing < 0 ? left.length : differing;
}

function texts(messages: readonly ConversationMessage[]): string[] {
	return messages.map(({ role, content }) => messagesToJson([{ role, content }]));
}
