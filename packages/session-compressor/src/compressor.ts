import type { Clock } from "./clock.ts";
import type { CompressorEvent } from "./events.ts";
import type { FoldFailureCode } from "./fold-journal.ts";
import type { Cursor, SessionMessage } from "./message.ts";
import type { MessageSource } from "./message-source.ts";
import type { SessionScope } from "./scope.ts";
import type { SessionStateStore } from "./session-state-store.ts";
import type { PinnedKey, SessionMemoryState } from "./state.ts";
import type { Summarizer } from "./summarizer.ts";

/** How much is folded, when, and how it is shown. All have defaults; see `defaultFoldingOptions`. */
export interface FoldingOptions {
	/** Fold when so many backlog messages wait. Default 20. */
	readonly foldThreshold: number;
	/** Also fold when the backlog holds so many tokens and at least 4 messages. Default: never. */
	readonly foldTokens?: number;
	/** Messages in one fold at most. Default 60. */
	readonly maxBatch: number;
	/** Characters of one message in a fold at most; head and tail are kept. Default 4,000. */
	readonly maxMessageChars: number;
	/** Words of the summary at most. Default 300. */
	readonly summaryWords: number;
	/** `send`: the backlog goes out verbatim between folds. `omit`: only the newest N do. Default `send`. */
	readonly betweenFolds: "send" | "omit";
	/** `inline`: recall folds before it returns. `background`: the caller starts `fold` after the run. Default `inline`. */
	readonly foldTiming: "inline" | "background";
	/** Milliseconds that one summary call may take. Default 30,000. */
	readonly foldTimeoutMs: number;
	/** Shrinks the recent window from its old end to so many tokens, never below the last exchange. Default: no limit. */
	readonly recentTokens?: number;
	/** `message`: the summary is a message of its own. `merge`: it is put before the text of the first message when a user sent that. Default `message`. */
	readonly summaryPlacement: "message" | "merge";
}

export interface CompressorOptions extends Partial<FoldingOptions> {
	readonly source: MessageSource;
	/** Absent: nothing is folded, recall gives the newest N, and an event says why. */
	readonly store?: SessionStateStore;
	readonly summarizer: Summarizer;
	/** Name of the summary model, for back-off and pass-over decisions before its first reply. Default `'default'`. */
	readonly summaryModel?: string;
	/** Default recent window N in messages. Default 10. */
	readonly recentMessages?: number;
	readonly pinnedKeys?: readonly PinnedKey[];
	readonly clock: Clock;
	/** Estimate of the tokens in a text. The default knows CJK. */
	readonly countTokens?: (text: string) => number;
	/**
	 * Removes secrets from all text that goes to the summary model or comes from it. Must return a string; a throw fails the fold
	 * (`server-error`: nothing is ever passed over for it), not the turn.
	 */
	readonly redact?: (text: string) => string;
	/** Told what happened; must not throw (a throw is ignored). */
	readonly onEvent?: (event: CompressorEvent) => void;
}

/** What one agent asks for; each overrides the compressor's own option. */
export interface TurnOptions {
	/** Recent window N in messages, at least 1. */
	readonly recentMessages?: number;
	readonly pinnedKeys?: readonly PinnedKey[];
	/** Keys of other agents that use this scope: folds ask for them too, this agent's view leaves them out. */
	readonly otherKeys?: readonly PinnedKey[];
	readonly summarizer?: Summarizer;
	readonly summaryModel?: string;
	readonly signal?: AbortSignal;
}

export interface RecallOptions extends TurnOptions {
	/** Id of the row that holds the current input, when it is stored. */
	readonly exclude?: string;
}

/** The summary message: one user-role message that is neither stored nor streamed. */
export interface SummaryMessage {
	readonly text: string;
	/** Overridden or folded values of the agent's own keys, in configured order. */
	readonly pinned: readonly { readonly name: string; readonly value: string; readonly overridden: boolean }[];
}

/** What `recall` returns: `[summary message?, ...verbatim messages]`, with what is needed to explain it. */
export interface View {
	readonly summary: SummaryMessage | undefined;
	/** Verbatim messages, ascending; with `merged` the first one's text starts with the summary's. */
	readonly messages: readonly SessionMessage[];
	/** True when `summary.text` is already part of a message's text. */
	readonly merged: boolean;
	/** Eligible rows that are neither absorbed nor in `messages`. */
	readonly uncovered: number;
	/** Verbatim messages older than the recent window. */
	readonly backlog: number;
	readonly absorbedCount: number;
	/** The state that the view was made from; undefined when there is none. */
	readonly state: SessionMemoryState | undefined;
	/** Whether a fold is due now: with background timing the caller starts `fold` after the run. */
	readonly foldDue: boolean;
}

/** How one call of `fold` or `rebuild` ended. */
export type FoldOutcome =
	| { readonly outcome: "not-due" }
	| { readonly outcome: "saved"; readonly state: SessionMemoryState; readonly folds: number }
	/** Somebody else's save won, or the history changed: the state as it is now. */
	| { readonly outcome: "lost"; readonly state: SessionMemoryState | undefined }
	| { readonly outcome: "failed"; readonly code: FoldFailureCode; readonly retryAtMs: number }
	| { readonly outcome: "backing-off"; readonly retryAtMs: number }
	| { readonly outcome: "no-store" };

/** What a scope's memory is made of right now, by counts and places; nothing is folded by asking. */
export interface MemoryStatus {
	readonly state: SessionMemoryState | undefined;
	readonly absorbedCount: number;
	readonly backlog: number;
	readonly recentWindow: number;
	readonly uncovered: number;
	readonly cursor: Cursor | undefined;
	readonly foldDue: boolean;
	/** Estimated tokens of the summary message and of the verbatim messages of the next view. */
	readonly summaryTokens: number;
	readonly verbatimTokens: number;
	/** Known keys that part of the absorbed history was never asked for: a rebuild would ask. */
	readonly keysNotAsked: readonly string[];
}

export type OverrideResult =
	| { readonly saved: true; readonly state: SessionMemoryState }
	| { readonly saved: false; readonly reason: "conflict" | "no-rows"; readonly state: SessionMemoryState | undefined };

/** Folds older messages of a session into its memory and gives agents their view of it. One for all scopes of a process. */
export interface SessionCompressor {
	/** Never throws because of the model. Reads at most the state, N rows, and N + maxBatch + 1 rows, and folds inline when timing or a full backlog asks for it. */
	recall(scope: SessionScope, options?: RecallOptions): Promise<View>;
	/**
	 * Folds batch by batch until none is due. One at a time per scope: a second call joins the first. A store that fails is a failed fold
	 * (`server-error`, with a `store-failed` event); rejects only when the message source does.
	 */
	fold(scope: SessionScope, options?: TurnOptions): Promise<FoldOutcome>;
	/** Forgets what is folded (overrides stay) and folds again from the rows. */
	rebuild(scope: SessionScope, options?: TurnOptions): Promise<FoldOutcome>;
	/**
	 * Sets (a string) or releases (null) pinned values by hand, on exactly the `expected` state. Values are cut to 500 characters.
	 * @throws ConfigurationError for a malformed name, an empty value, or when there is no state store.
	 */
	override(
		scope: SessionScope,
		changes: Readonly<Record<string, string | null>>,
		expected: "absent" | { readonly incarnation: string; readonly version: number },
	): Promise<OverrideResult>;
	status(scope: SessionScope, options?: TurnOptions): Promise<MemoryStatus>;
	/** Resolves when no fold of this compressor is running. */
	settled(): Promise<void>;
}
