export { clipSummary } from "./clip-summary.ts";
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
export { countWords } from "./count-words.ts";
export { createSessionCompressor } from "./create-compressor.ts";
export { cutText } from "./cut-text.ts";
export { extendDigest } from "./digest.ts";
export { ConfigurationError, type ConfigurationErrorCode } from "./errors.ts";
export { estimateTokens } from "./estimate-tokens.ts";
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
export { maxPinnedValueChars, type ReadFoldReply, readFoldReply } from "./fold-reply.ts";
export { buildFoldRequest, type FoldRequestInput } from "./fold-request.ts";
export { checkRecentMessages, defaultFoldingOptions, resolveFoldingOptions } from "./folding-options.ts";
export { mergePinned } from "./merge-pinned.ts";
export { type Cursor, cursorOf, type SessionMessage } from "./message.ts";
export type { CountRange, MessageSource } from "./message-source.ts";
export { notePassedOver } from "./note-passed-over.ts";
export { checkPinnedKeys, maxPinnedKeys, parsePinnedKey } from "./pinned-keys.ts";
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
export { renderSummaryMessage } from "./summary-message.ts";
