export type {
	Capabilities,
	Harness,
	OpenedMemory,
	OpenedSource,
	OpenedStates,
	RegisterTest,
	RowDraft,
	RowPatch,
	RowWriter,
	WrittenRow,
} from "./harness.ts";
export { testMessageSource } from "./message-source.ts";
export { testMessageStoreInvalidation } from "./message-store-invalidation.ts";
export { testSessionStateStore } from "./session-state-store.ts";
