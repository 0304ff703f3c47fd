import type { FoldFailureCode, TokenUsage } from "./fold-journal.ts";
import type { SessionScope } from "./scope.ts";

/** What happened in a scope, in codes and sizes; never text of the chat. */
export type CompressorEvent = { readonly scope: SessionScope } & (
	| { readonly type: "fold-started"; readonly messageCount: number; readonly promptChars: number }
	| {
			readonly type: "fold-saved";
			readonly outcome: "saved" | "passed-over";
			readonly messageCount: number;
			readonly absorbedCount: number;
			readonly model: string;
			readonly usage?: TokenUsage;
			readonly durationMs: number;
	  }
	| { readonly type: "fold-failed"; readonly code: FoldFailureCode; readonly messageCount: number; readonly retryAtMs: number; readonly durationMs: number }
	| { readonly type: "fold-lost"; readonly reason: "conflict" | "stale-history" | "no-rows"; readonly messageCount: number; readonly durationMs: number }
	/** The view leaves out unabsorbed messages: more wait than one view may hold. */
	| { readonly type: "uncovered"; readonly count: number }
	/** The state no longer matches the history (foreign writers); it was dropped and is folded again. */
	| { readonly type: "invalidated"; readonly reason: "count-mismatch" | "digest-mismatch" }
	| { readonly type: "no-store" }
	/** The store failed; the turn runs with the newest N. */
	| { readonly type: "store-failed"; readonly operation: "load" | "save" | "journal" }
);
