export { type ClosableBufferStore, openSqliteBufferStore, type SqliteBufferStoreOptions } from "./sqlite-buffer-store.ts";
export { openSqliteChatStorage, SqliteChatStorage } from "./sqlite-chat-storage.ts";
