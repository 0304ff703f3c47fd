import { extendDigest } from "../digest.ts";
import type { SessionMessage } from "../message.ts";

/** @returns the rolling hash over id and text of all the messages, undefined for none. */
export type DigestCache = (messages: readonly SessionMessage[]) => string | undefined;

interface Digested {
	readonly id: string;
	readonly text: string;
	readonly digest: string;
}

/** Keeps the digest after each message, so that only what is new or changed, and what follows it, is hashed again. */
export function createDigestCache(extend: typeof extendDigest = extendDigest): DigestCache {
	const known: Digested[] = [];
	return (messages) => {
		const differing = messages.findIndex(({ id, text }, index) => known[index]?.id !== id || known[index]?.text !== text);
		if (differing === -1) return known[messages.length - 1]?.digest;
		known.length = differing;
		for (const { id, text } of messages.slice(differing)) known.push({ id, text, digest: extend(known.at(-1)?.digest, { id, text }) });
		return known.at(-1)?.digest;
	};
}
