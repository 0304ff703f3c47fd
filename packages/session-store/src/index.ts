export type { FlowRecord, Json, MessageRecord } from "./records.ts";
export type {
	AppendResult,
	FlowStore,
	FlowUpdateResult,
	KeyStore,
	MessageFilter,
	MessagePatch,
	MessageStore,
	NewMessage,
	SecretStore,
	SessionStore,
} from "./session-store.ts";
export { StoreError, type StoreErrorCode } from "./store-error.ts";
