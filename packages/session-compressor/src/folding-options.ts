import type { FoldingOptions } from "./compressor.ts";
import { ConfigurationError } from "./errors.ts";

/** What is used for every option that is not given. */
export const defaultFoldingOptions: FoldingOptions = {
	foldThreshold: 20,
	maxBatch: 60,
	maxMessageChars: 4_000,
	summaryWords: 300,
	betweenFolds: "send",
	foldTiming: "inline",
	foldTimeoutMs: 30_000,
	summaryPlacement: "message",
};

/** Longest delay that timers of common hosts keep; a longer one fires at once. */
const maxTimerMs = 2_147_483_647;

/**
 * Fills in the defaults and checks every value; `undefined` means the default, properties that are not folding options are left alone.
 * @throws {ConfigurationError} for the first value that cannot be used.
 */
export function resolveFoldingOptions(partial: Partial<FoldingOptions>): FoldingOptions {
	const defaults = defaultFoldingOptions;
	const foldThreshold = integer("foldThreshold", partial.foldThreshold ?? defaults.foldThreshold, 1);
	return {
		foldThreshold,
		maxBatch: maxBatchOf(partial.maxBatch ?? defaults.maxBatch, foldThreshold),
		maxMessageChars: integer("maxMessageChars", partial.maxMessageChars ?? defaults.maxMessageChars, 100),
		summaryWords: integer("summaryWords", partial.summaryWords ?? defaults.summaryWords, 20),
		betweenFolds: oneOf("betweenFolds", partial.betweenFolds ?? defaults.betweenFolds, ["send", "omit"]),
		foldTiming: oneOf("foldTiming", partial.foldTiming ?? defaults.foldTiming, ["inline", "background"]),
		foldTimeoutMs: integer("foldTimeoutMs", partial.foldTimeoutMs ?? defaults.foldTimeoutMs, 1, maxTimerMs),
		summaryPlacement: oneOf("summaryPlacement", partial.summaryPlacement ?? defaults.summaryPlacement, ["message", "merge"]),
		...(partial.foldTokens === undefined ? {} : { foldTokens: integer("foldTokens", partial.foldTokens, 1) }),
		...(partial.recentTokens === undefined ? {} : { recentTokens: integer("recentTokens", partial.recentTokens, 1) }),
	};
}

/**
 * Checks a recent window N.
 * @returns the same number.
 * @throws {ConfigurationError} unless it is an integer of at least 1.
 */
export function checkRecentMessages(value: number): number {
	return integer("recentMessages", value, 1);
}

function maxBatchOf(value: number, foldThreshold: number): number {
	const maxBatch = integer("maxBatch", value, 1);
	if (maxBatch >= foldThreshold) return maxBatch;
	throw new ConfigurationError("out-of-range", "maxBatch", `maxBatch is ${maxBatch}, but must be at least foldThreshold, which is ${foldThreshold}.`);
}

function integer(option: string, value: unknown, least: number, most: number = Number.MAX_SAFE_INTEGER): number {
	const allowed = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
	const message = `${option} is ${show(value)}, but must be an integer ${allowed}.`;
	if (typeof value !== "number" || !Number.isSafeInteger(value)) throw new ConfigurationError("not-an-integer", option, message);
	if (value < least || value > most) throw new ConfigurationError("out-of-range", option, message);
	return value;
}

function oneOf<Value extends string>(option: string, value: Value, allowed: readonly Value[]): Value {
	if (allowed.includes(value)) return value;
	throw new ConfigurationError("unknown-value", option, `${option} is ${show(value)}, but must be ${allowed.map(show).join(" or ")}.`);
}

function show(value: unknown): string {
	return typeof value === "string" ? JSON.stringify(value) : String(value);
}
