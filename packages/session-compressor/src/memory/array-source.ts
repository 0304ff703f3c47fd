import type { Cursor, SessionMessage } from "../message.ts";
import type { MessageSource } from "../message-source.ts";
import { extendDigest } from "./digest.ts";

/**
 * One scope's history as a plain array in array order; the `scope` of each call is ignored. Every element counts as eligible, ids must be unique, times
 * are optional. A cursor is found by its id; one whose message is not in the array lies before all of them.
 * @param messages the array, or a function that gives the array as it is now.
 */
export function createArraySource(messages: readonly SessionMessage[] | (() => readonly SessionMessage[])): MessageSource {
	const read = typeof messages === "function" ? messages : () => messages;
	const digests: Digested[] = [];
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
			const end = endOf(all, through);
			extendDigests(digests, all, end);
			return end === 0 ? undefined : digests[end - 1]?.digest;
		},
	};
}

interface Digested {
	readonly id: string;
	readonly text: string;
	readonly digest: string;
}

/** @returns the number of messages at or before the cursor. */
function endOf(messages: readonly SessionMessage[], cursor: Cursor | undefined): number {
	return cursor ? messages.findLastIndex((message) => message.id === cursor.id) + 1 : 0;
}

function without(messages: readonly SessionMessage[], id: string | undefined): readonly SessionMessage[] {
	return id === undefined ? messages : messages.filter((message) => message.id !== id);
}

/** Hashes only what is not hashed yet: from the first message that is new or changed. */
function extendDigests(digests: Digested[], messages: readonly SessionMessage[], end: number): void {
	const covered = messages.slice(0, end);
	const changed = covered.findIndex(({ id, text }, index) => digests[index]?.id !== id || digests[index]?.text !== text);
	if (changed === -1) return;
	digests.length = changed;
	for (const { id, text } of covered.slice(changed)) digests.push({ id, text, digest: extendDigest(digests.at(-1)?.digest, { id, text }) });
}
