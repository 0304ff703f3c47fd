import { failed, summarised } from "./buffer-changes.ts";
import type { ChatBuffer } from "./buffer-store.ts";
import type { BufferedChats } from "./buffered-chats.ts";
import { type ChatKey, type ConversationMessage, chatKeyText } from "./chat-storage.ts";
import type { SummarizingSetup } from "./summarizing-options.ts";
import { checkSummaryResult } from "./summary-result.ts";
import { keptCount } from "./whole-exchanges.ts";

/** Calls of the summarizer: one at a time for a buffer, without holding anything up meanwhile. */
export interface SummaryFlights {
	isRunning(key: ChatKey, buffer: ChatBuffer): boolean;
	/** Starts a call or joins the running one. @returns the buffer after it. @throws the summarizer's error, when errors are thrown. */
	summarise(key: ChatKey, buffer: ChatBuffer): Promise<ChatBuffer>;
}

export function createSummaryFlights(chats: BufferedChats, { summarizer, keepLast, throws, report }: SummarizingSetup): SummaryFlights {
	const flights = new Map<string, Promise<ChatBuffer>>();
	/** A buffer that was removed and came back has another basis: it does not join a call made for the old one. */
	const idOf = (key: ChatKey, { basis }: ChatBuffer) => `${basis} ${chatKeyText(key)}`;

	const onBasis = (key: ChatKey, snapshot: ChatBuffer, change: (buffer: ChatBuffer) => ChatBuffer) =>
		chats.change(key, (buffer) => (buffer.basis === snapshot.basis ? change(buffer) : buffer));

	async function attempt(key: ChatKey, snapshot: ChatBuffer): Promise<ChatBuffer> {
		const called = await call(snapshot.messages);
		if ("result" in called) {
			const { result } = called;
			return (await onBasis(key, snapshot, (buffer) => summarised(buffer, snapshot, result))) ?? summarised(snapshot, snapshot, result);
		}
		const kept = await onBasis(key, snapshot, (buffer) => failed(buffer, !throws));
		if (throws) throw called.error;
		report(called.error, key);
		return kept ?? failed(snapshot, true);
	}

	async function call(messages: readonly ConversationMessage[]): Promise<{ readonly result: ConversationMessage[] } | { readonly error: unknown }> {
		try {
			return { result: checkSummaryResult(await summarizer(structuredClone([...messages]), keptCount(messages, keepLast))) };
		} catch (error) {
			return { error };
		}
	}

	return {
		isRunning: (key, buffer) => flights.has(idOf(key, buffer)),
		summarise: (key, buffer) => {
			const id = idOf(key, buffer);
			const running = flights.get(id);
			if (running) return running;
			const flight = attempt(key, buffer).finally(() => flights.delete(id));
			flights.set(id, flight);
			return flight;
		},
	};
}
