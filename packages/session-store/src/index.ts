export type { FlowRecord, Json, MessageRecord, RunRecord } from "./records.ts";
export type {
	AppendResult,
	ErasedData,
	FileReference,
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
	ScopedFold,
	ScopedState,
	SecretStore,
	SessionStore,
	SpendStore,
	UserDataPage,
	UserDataStore,
} from "./session-store.ts";
export { maxRunsPerSession } from "./session-store.ts";
export { StoreError, type StoreErrorCode } from "./store-error.ts";
