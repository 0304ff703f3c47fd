import { ConfigurationError } from "@foldback/session-compressor";
import type { BufferStore } from "./buffer-store.ts";
import type { ChatKey, ChatStorage, ConversationMessage } from "./chat-storage.ts";
import { checkFunction, checkStorage, checkTrigger } from "./check-options.ts";
import { createMemoryBufferStore } from "./memory-buffer-store.ts";

/**
 * Makes a history shorter: the summary of its older part, then its newest `keepLast` messages as they are.
 * @param history oldest first, an earlier summary in it; a copy, free to change.
 * @param keepLast messages to keep; so counted that the kept ones begin with a user message.
 */
export type HistorySummarizer = (history: ConversationMessage[], keepLast: number) => Promise<ConversationMessage[]>;

export interface SummarizingOptions {
	/** Holds the raw history; gets every message as it is. */
	readonly wrapping: ChatStorage;
	readonly summarizer: HistorySummarizer;
	/** A history of more than `2 * triggerAt` messages is summarised. Default 20. */
	readonly triggerAt?: number;
	/** Newest messages that stay as they are, fewer than `triggerAt`; one or more are added when an exchange would be split. Default 2. */
	readonly keepLast?: number;
	/** Where the summarised chats are kept. Default: in this process, 256 of them at most. */
	readonly buffers?: BufferStore;
	/**
	 * What happens when the summarizer fails. `throw`: the save or fetch that called it rejects with its error. `keep`, or a function that is told of the
	 * error: the chat goes on unsummarised. Either way the message is stored before, so do not store it again, and the next attempts come after
	 * 1, 2, 4, 8, then every 16 further saves. Default `throw`.
	 */
	readonly onSummarizerError?: "throw" | "keep" | ((error: unknown, chat: ChatKey) => void);
}

/** Options with their defaults, checked. */
export interface SummarizingSetup {
	readonly wrapping: ChatStorage;
	readonly summarizer: HistorySummarizer;
	/** Messages above which a chat is summarised. */
	readonly maxMessages: number;
	readonly keepLast: number;
	readonly store: BufferStore;
	readonly throws: boolean;
	readonly report: (error: unknown, chat: ChatKey) => void;
}

/** @throws ConfigurationError for the first option that cannot be used. */
export function resolveSummarizing(options: SummarizingOptions): SummarizingSetup {
	const { wrapping, summarizer, triggerAt = 20, keepLast = 2, onSummarizerError = "throw" } = options;
	checkStorage("wrapping", wrapping);
	checkFunction("summarizer", summarizer);
	checkTrigger(triggerAt, keepLast);
	const report = typeof onSummarizerError === "function" ? onSummarizerError : () => undefined;
	if (typeof onSummarizerError !== "function" && onSummarizerError !== "throw" && onSummarizerError !== "keep") {
		const message = `onSummarizerError is ${JSON.stringify(onSummarizerError)}, but must be "throw", "keep" or a function.`;
		throw new ConfigurationError("unknown-value", "onSummarizerError", message);
	}
	return {
		wrapping,
		summarizer,
		maxMessages: triggerAt * 2,
		keepLast,
		store: options.buffers ?? createMemoryBufferStore(),
		throws: onSummarizerError === "throw",
		report,
	};
}
