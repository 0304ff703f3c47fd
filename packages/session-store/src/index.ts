export type { FlowRecord, Json, MessageRecord, RunRecord } from "./records.ts";
export type {
	AppendResult,
	FlowStore,
	FlowUpdateResult,
	KeyStore,
	MessageFilter,
	MessagePatch,
	MessageStore,
	NewMessage,
	RunStore,
	SecretStore,
	SessionStore,
} from "./session-store.ts";
export { maxRunsPerSession } from "./session-store.ts";
export { StoreError, type StoreErrorCode } from "./store-error.ts";
