import type { Cursor } from "./message.ts";
import type { SessionScope } from "./scope.ts";
import type { FoldedMemory } from "./state.ts";

/** Failures that say nothing about the batch: waiting helps, so nothing is ever lost for them. */
export const transientFailureCodes = ["network", "timeout", "aborted", "unauthorized", "rate-limited", "server-error"] as const;
/** Failures in the shape of the reply: the batch itself may be at fault, so repeated ones shrink it. */
export const replyFailureCodes = [
	"empty-reply",
	"not-json",
	"wrong-shape",
	"refusal",
	"cut-off",
	"content-filter",
	"context-overflow",
	"empty-summary",
] as const;

export type TransientFailureCode = (typeof transientFailureCodes)[number];
export type ReplyFailureCode = (typeof replyFailureCodes)[number];
export type FoldFailureCode = TransientFailureCode | ReplyFailureCode;

/** Tokens as the provider counted them; absent parts are unknown. */
export interface TokenUsage {
	readonly inputTokens?: number;
	readonly outputTokens?: number;
}

/** What one fold was and cost: sizes and names, never text of the chat or of the provider. */
export interface FoldReport {
	/** `saved`: a model call. `passed-over`: one message no model call could fold, counted as absorbed. */
	readonly outcome: "saved" | "passed-over";
	readonly messageCount: number;
	readonly promptChars: number;
	readonly model: string;
	readonly usage?: TokenUsage;
	readonly durationMs: number;
}

/** One attempt that saved nothing. */
export interface FailedFold {
	/** `failed`: the call or its reply. `lost`: the save was refused. `probe`: a call that only tested the model, its reply accepted and discarded. */
	readonly outcome: "failed" | "lost" | "probe";
	readonly code: FoldFailureCode | "conflict" | "stale-history" | "no-rows" | "accepted";
	/** Cursor of the state that the attempt started from. */
	readonly after: Cursor | undefined;
	readonly through: Cursor;
	/** Rows in the batch. */
	readonly messageCount: number;
	readonly promptChars: number;
	readonly model: string;
	readonly usage?: TokenUsage;
	readonly durationMs: number;
}

/** A journal row as read back. Only saved and passed-over ones have a snapshot, and they go with it. */
export interface FoldRecord {
	/** Unique within the scope; later rows sort after earlier ones. */
	readonly id: string;
	readonly atMs: number;
	readonly outcome: FoldReport["outcome"] | FailedFold["outcome"];
	readonly code?: FailedFold["code"];
	readonly after: Cursor | undefined;
	readonly through: Cursor;
	readonly messageCount: number;
	readonly promptChars: number;
	readonly model: string;
	readonly usage?: TokenUsage;
	readonly durationMs: number;
	/** The memory as this fold left it. */
	readonly snapshot?: FoldedMemory;
}

/** Snapshots kept per scope; older ones go first. Attempts that saved nothing are bounded by the same number. */
export const maxJournalSnapshots = 50;

/** Record of fold attempts of a scope. Saved folds are written by `SessionStateStore.save` in its own transaction. */
export interface FoldJournal {
	/** Writes nothing for a scope without rows. */
	append(scope: SessionScope, attempt: FailedFold): Promise<void>;
	/** Newest first, at most `limit` (default 100). */
	list(scope: SessionScope, options?: { readonly limit?: number }): Promise<readonly FoldRecord[]>;
}
