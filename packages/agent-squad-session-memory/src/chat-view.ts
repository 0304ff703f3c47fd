import type { ChatBuffer } from "./buffer-store.ts";
import type { ConversationMessage } from "./chat-storage.ts";
import { newestWhole } from "./whole-exchanges.ts";

/**
 * What a reader of a buffer gets, as a copy: `maxHistorySize` messages at most, or all. The summary is kept as long as something newer fits beside it;
 * the rest are the newest messages, beginning with a user message.
 */
export function viewOf(buffer: ChatBuffer, maxHistorySize: number | undefined): ConversationMessage[] {
	return structuredClone([...limited(buffer, maxHistorySize)]);
}

function limited({ messages, summaryCount }: ChatBuffer, max: number | undefined): readonly ConversationMessage[] {
	if (max === undefined || messages.length <= max) return messages;
	const recent = messages.slice(summaryCount);
	const besideSummary = newestWhole(recent, max - summaryCount);
	return besideSummary.length > 0 ? [...messages.slice(0, summaryCount), ...besideSummary] : newestWhole(recent, max);
}
