import { createChatModelSummarizer } from "@foldback/langchain-session-memory";
import { checkPinnedKeys, emptyDraft, type PinnedKey, parsePinnedKey, renderSummaryMessage, type Summarizer } from "@foldback/session-compressor";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { ConversationMessage } from "./chat-storage.ts";
import { checkModel, integerOption } from "./check-options.ts";
import type { FoldBatchSetup } from "./fold-batch.ts";
import { foldHistory } from "./fold-history.ts";
import type { HistorySummarizer } from "./summarizing-options.ts";
import { type ChatMemory, readSummaryMessages, summaryMessages } from "./summary-marker.ts";
import { keptCount } from "./whole-exchanges.ts";

export interface CreateSummarizerOptions {
	/** A LangChain chat model that writes the summaries, or a summarizer of Foldback's own kind. */
	readonly model: BaseChatModel | Summarizer;
	/** Facts to keep word for word for the whole session: `name` or `name: description`. At most 32. */
	readonly pinnedKeys?: readonly string[];
	/** Words of a summary at most. Default 300. */
	readonly summaryWords?: number;
	/** Messages in one model call at most; a longer history takes several calls. Default 60. */
	readonly maxBatch?: number;
	/** Characters of one message in a call at most: head and tail stay, the cut is marked. Default 4,000. */
	readonly maxMessageChars?: number;
	/** Milliseconds of one model call at most. Default 30,000. */
	readonly timeoutMs?: number;
	/** Applied to everything that goes to the summary model and to what comes back, such as for secrets. */
	readonly redact?: (text: string) => string;
}

/**
 * A summarizer for `SummarizingChatStorage` out of a chat model. Its result is one summary message in user role (pinned values, then bullets), an
 * answer to it, and the newest messages as they are. Pinned values and the summary go on from one result to the next.
 * A batch whose reply cannot be used is halved; a message that the model refuses alone, while it folds others, is passed over, and the summary says so.
 * Rejects with a `SummarizerError` when a call failed otherwise, or nothing shows that the model works.
 * @throws ConfigurationError for options that cannot be used.
 */
export function createSummarizer(options: CreateSummarizerOptions): HistorySummarizer {
	const { model, redact, maxBatch = 60, maxMessageChars = 4_000, summaryWords = 300, timeoutMs = 30_000 } = options;
	checkModel("model", model);
	integerOption("maxBatch", maxBatch, 1);
	const setup: FoldBatchSetup = {
		summarizer: typeof model === "function" ? model : createChatModelSummarizer(model),
		keys: checkPinnedKeys((options.pinnedKeys ?? []).map(parsePinnedKey)),
		summaryWords: integerOption("summaryWords", summaryWords, 20),
		maxMessageChars: integerOption("maxMessageChars", maxMessageChars, 100),
		timeoutMs: integerOption("timeoutMs", timeoutMs, 1),
		...(redact === undefined ? {} : { redact }),
	};
	return async (history, keepLast) => {
		const { memory: earlier, count } = readSummaryMessages(history);
		const recent = history.slice(count);
		const kept = recent.slice(recent.length - keptCount(recent, keepLast));
		const older = recent.slice(0, recent.length - kept.length);
		if (older.length === 0) return history;
		const memory = await foldHistory(setup, earlier ?? { summary: "", pinned: {} }, older, maxBatch);
		return [...render(memory, setup.keys), ...kept];
	};
}

function render(memory: ChatMemory, keys: readonly PinnedKey[]): readonly ConversationMessage[] {
	const summary = renderSummaryMessage({ ...emptyDraft, ...memory }, keys);
	return summary ? summaryMessages(memory, summary.text) : [];
}
