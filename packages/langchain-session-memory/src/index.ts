export { type ChatModelSummarizerOptions, createChatModelSummarizer } from "./chat-model-summarizer.ts";
export type { FoldingModelOptions } from "./folding-model.ts";
export { createLegacyMemory, type LegacyMemory, type LegacyMemoryOptions } from "./legacy-memory.ts";
export { modelFailureCode } from "./model-failure-code.ts";
export { type SessionMemoryMiddleware, type SessionMemoryOptions, sessionMemory } from "./session-memory.ts";
export type { ShownThread } from "./shown-thread.ts";
export { createThreadMemory, type RecalledMessages, type RecallMessagesOptions, type ThreadMemory, type ThreadMemoryOptions } from "./thread-memory.ts";
export { type Thread, ThreadError } from "./thread-scope.ts";
export { readTokenUsage } from "./token-usage.ts";
