export type { Clock } from "./clock.ts";
export type {
	CompressorOptions,
	FoldingOptions,
	FoldOutcome,
	MemoryStatus,
	OverrideResult,
	RecallOptions,
	SessionCompressor,
	SummaryMessage,
	TurnOptions,
	View,
} from "./compressor.ts";
export type { CompressorEvent } from "./events.ts";
export {
	type FailedFold,
	type FoldFailureCode,
	type FoldJournal,
	type FoldRecord,
	type FoldReport,
	maxJournalSnapshots,
	type ReplyFailureCode,
	replyFailureCodes,
	type TokenUsage,
	type TransientFailureCode,
	transientFailureCodes,
} from "./fold-journal.ts";
export { type Cursor, cursorOf, type SessionMessage } from "./message.ts";
export type { CountRange, MessageSource } from "./message-source.ts";
export { type SessionScope, scopeKey } from "./scope.ts";
export type { ExpectedState, HistoryBatch, SaveOptions, SaveResult, SessionStateStore } from "./session-state-store.ts";
export {
	emptyDraft,
	type FoldedMemory,
	type KnownKey,
	type PinnedKey,
	pinnedValue,
	rewindDraft,
	type SessionMemoryDraft,
	type SessionMemoryState,
} from "./state.ts";
export { type FoldReply, type FoldRequest, type Summarizer, SummarizerError } from "./summarizer.ts";
