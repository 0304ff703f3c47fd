export type { FlowRecord, Json, MessageRecord, RunRecord } from "./records.ts";
export type {
	AppendResult,
	FlowStore,
	FlowUpdateResult,
	IdempotencyStore,
	ImportedMessage,
	KeyClaim,
	KeyedRequest,
	KeyStore,
	MessageFilter,
	MessagePatch,
	MessagePlace,
	MessageStore,
	NewMessage,
	RunStore,
	SecretStore,
	SessionStore,
	SpendStore,
} from "./session-store.ts";
export { maxRunsPerSession } from "./session-store.ts";
export { StoreError, type StoreErrorCode } from "./store-error.ts";
