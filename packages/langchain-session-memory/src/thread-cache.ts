import type { BaseMessage } from "@langchain/core/messages";
import type { ShownThread } from "./shown-thread.ts";
import { extendChain, type ThreadChain } from "./thread-chain.ts";

/** What this process knows of a thread between two model calls; all of it can be found out again. */
interface ThreadEntry {
	chain: ThreadChain;
	/** What a turn was shown at its first model call, by the digest up to its question: tool loops see the same. Oldest first. */
	readonly turns: Map<string, ShownThread>;
}

/** The threads used last. */
export interface ThreadCache {
	/** @returns the thread's entry, its chain read from these messages. */
	read(key: string, messages: readonly BaseMessage[]): ThreadEntry;
	drop(key: string): void;
}

/** @param maxMessages messages of all threads together that are kept; the thread in use is kept whatever its length. */
export function createThreadCache(maxMessages = 100_000): ThreadCache {
	const entries = new Map<string, ThreadEntry>();
	let total = 0;

	const take = (key: string): ThreadEntry | undefined => {
		const entry = entries.get(key);
		if (entry === undefined) return undefined;
		entries.delete(key);
		total -= entry.chain.length;
		return entry;
	};

	return {
		read(key, messages) {
			const entry = take(key) ?? { chain: [], turns: new Map() };
			entry.chain = extendChain(entry.chain, messages);
			entries.set(key, entry);
			total += entry.chain.length;
			for (const oldest of entries.keys()) {
				if (total <= maxMessages || oldest === key) break;
				take(oldest);
			}
			return entry;
		},
		drop: (key) => void take(key),
	};
}
