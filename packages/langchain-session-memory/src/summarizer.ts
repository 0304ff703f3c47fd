export { type ChatModelSummarizerOptions, createChatModelSummarizer } from "./chat-model-summarizer.ts";
export { modelFailureCode } from "./model-failure-code.ts";
export { readTokenUsage } from "./token-usage.ts";
