export { type ChatModelSummarizerOptions, createChatModelSummarizer } from "./chat-model-summarizer.ts";
export { modelFailureCode } from "./model-failure-code.ts";
