export { type BufferStoreHarness, testBufferStore } from "./conformance/buffer-store.ts";
export { testChatStorage } from "./conformance/chat-storage.ts";
export type { ChatStorageCapabilities, ChatStorageHarness, OpenedChatStorage, RegisterTest } from "./conformance/harness.ts";
