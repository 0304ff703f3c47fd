import type { Cursor, SessionMessage } from "../message.ts";
import type { MessageSource } from "../message-source.ts";
import { createDigestCache } from "./digest-cache.ts";

/**
 * One scope's history as a plain array in array order; the `scope` of each call is ignored. Every element counts as eligible, ids must be unique, times
 * are optional. A cursor is found by its id; one whose message is not in the array lies before all of them.
 * @param messages the array, or a function that gives the array as it is now.
 */
export function createArraySource(messages: readonly SessionMessage[] | (() => readonly SessionMessage[])): MessageSource {
	const read = typeof messages === "function" ? messages : () => messages;
	const digestOf = createDigestCache();
	return {
		newest: async (_scope, limit, options) => {
			const others = without(read(), options?.exclude);
			return structuredClone(others.slice(Math.max(0, others.length - limit)));
		},
		after: async (_scope, cursor, limit, options) => {
			const all = read();
			return structuredClone(without(all.slice(endOf(all, cursor)), options?.exclude).slice(0, limit));
		},
		count: async (_scope, range) => {
			const all = read();
			return "through" in range ? endOf(all, range.through) : all.length - endOf(all, range.after);
		},
		digest: async (_scope, through) => {
			const all = read();
			return digestOf(all.slice(0, endOf(all, through)));
		},
	};
}

/** @returns the number of messages at or before the cursor. */
function endOf(messages: readonly SessionMessage[], cursor: Cursor | undefined): number {
	return cursor ? messages.findLastIndex((message) => message.id === cursor.id) + 1 : 0;
}

function without(messages: readonly SessionMessage[], id: string | undefined): readonly SessionMessage[] {
	return id === undefined ? messages : messages.filter((message) => message.id !== id);
}
