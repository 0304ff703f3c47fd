import { type ChatStorage, type HistorySummarizer, mappingText, SummarizingChatStorage, TransformingChatStorage } from "@foldback/agent-squad-session-memory";

/** Card numbers reach neither the raw history, nor the agents, nor the summary model: the transforming storage is the outermost. */
export function createScrubbedStorage(raw: ChatStorage, summarizer: HistorySummarizer): ChatStorage {
	const summarizing = new SummarizingChatStorage({ wrapping: raw, summarizer, triggerAt: 20, keepLast: 2, onSummarizerError: "keep" });
	return new TransformingChatStorage({ wrapping: summarizing, transform: mappingText((text) => text.replace(/\b(?:\d[ -]?){13,16}\b/g, "[card]")) });
}
