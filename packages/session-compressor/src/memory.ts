export { createArraySource } from "./memory/array-source.ts";
export { createMessageLog, type LogWrite, type MessageLog, type MessagePatch, type NewMessage } from "./memory/message-log.ts";
export type { MessageRow, SessionName } from "./memory/message-table.ts";
export { createMemoryStateStore, type MemoryStateStoreOptions } from "./memory/state-store.ts";
