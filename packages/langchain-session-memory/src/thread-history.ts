import type { MessageSource, SessionMessage } from "@foldback/session-compressor";
import { createArraySource } from "@foldback/session-compressor/memory";
import type { FindInHistory } from "./branch-store.ts";
import { placesWithinCalls } from "./open-calls.ts";
import { digestOf, type ThreadChain } from "./thread-chain.ts";

/** A thread as one model call has it: the history, which may be folded, and the current turn, which may not. */
export interface ThreadHistory {
	/** Messages before the newest user message; all of them when no turn is under way. */
	readonly messages: readonly SessionMessage[];
	/** The history as the compressor reads it. */
	readonly source: MessageSource;
	readonly find: FindInHistory;
	/** Digest up to the newest user message itself, which names the turn; undefined when there is none. */
	readonly turn: string | undefined;
	/** Whether the model has already spoken in the current turn. */
	readonly inLoop: boolean;
}

/** @param current `turn`: the newest user message and what follows are the current turn. `none`: all is history. */
export function splitHistory(chain: ThreadChain, current: "turn" | "none"): ThreadHistory {
	const question = current === "turn" ? chain.findLastIndex(({ message }) => message.role === "user") : chain.length;
	// Without any user message there is nothing to tell turns apart by: all of it is the current one.
	const end = Math.max(0, question);
	const within = placesWithinCalls(chain);
	const messages = chain.slice(0, end).map((link) => link.message);
	for (const place of within) {
		const message = messages[place];
		if (message !== undefined) messages[place] = { ...message, continues: true };
	}
	const find = finder(chain, messages);
	return {
		messages,
		source: { ...createArraySource(messages), digest: async (_scope, { id }) => find(id)?.digest },
		find,
		turn: current === "turn" && question >= 0 ? digestOf(chain, question + 1) : undefined,
		inLoop: current === "turn" && question >= 0 && question < chain.length - 1,
	};
}

function finder(chain: ThreadChain, messages: readonly SessionMessage[]): FindInHistory {
	return (id) => {
		const place = messages.findLastIndex((message) => message.id === id) + 1;
		const digest = digestOf(chain, place);
		return digest === undefined ? undefined : { place, digest };
	};
}
