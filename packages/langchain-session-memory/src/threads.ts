export type { FoldingModelOptions } from "./folding-model.ts";
export { createLegacyMemory, type LegacyMemory, type LegacyMemoryOptions } from "./legacy-memory.ts";
export type { ShownThread } from "./shown-thread.ts";
export { createThreadMemory, type RecalledMessages, type RecallMessagesOptions, type ThreadMemory, type ThreadMemoryOptions } from "./thread-memory.ts";
export { type Thread, ThreadError } from "./thread-scope.ts";
