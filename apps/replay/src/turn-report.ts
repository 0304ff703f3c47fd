import type { PromptSize } from "./prompt.ts";

/** Tokens that the folds of a turn or a session cost. */
export interface FoldTokens {
	readonly input: number;
	readonly output: number;
}

/** What one replayed turn did. */
export interface TurnReport {
	readonly session: string;
	/** 1 for the first turn. */
	readonly turn: number;
	readonly turns: number;
	readonly size: PromptSize;
	/** Folds saved by this turn: in it with inline timing, right after it in the background. */
	readonly folds: number;
	readonly foldTokens: FoldTokens;
	readonly durationMs: number;
	/** Rows that were neither absorbed nor sent, as the host says: 0 unless it is configured to leave out the backlog or its folds lag far behind. */
	readonly uncovered: number;
	/** Sentences; empty when every eligible row was absorbed, sent or reported as uncovered. */
	readonly violations: readonly string[];
}

/** A replayed session and what the same conversation costs with raw windows. */
export interface SessionReport {
	readonly session: string;
	readonly turns: readonly TurnReport[];
	/** Sizes by number of raw messages, one a turn. */
	readonly raw: Readonly<Record<RawWindow, readonly PromptSize[]>>;
}

/** Raw windows that a replay is compared with, in messages. */
export const rawWindows = [100, 10] as const;
export type RawWindow = (typeof rawWindows)[number];
