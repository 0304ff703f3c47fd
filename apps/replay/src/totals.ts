import type { PromptSize } from "./prompt.ts";
import { type FoldTokens, type RawWindow, rawWindows, type SessionReport } from "./turn-report.ts";

/** Prices of a repeated prompt token, as a share of a fresh one's. */
export const cachedPrices = [1, 0.5, 0.1] as const;
type CachedPrice = (typeof cachedPrices)[number];

/** Price of an output token of a fold, in input tokens: what most providers ask. Answers are left out: they are the same everywhere. */
export const outputPrice = 4;

/** What one way of sending the conversation costs, over all turns. */
export interface Cost {
	readonly name: string;
	/** Model calls for answers; folds are not among them. */
	readonly calls: number;
	readonly messages: number;
	readonly tokens: number;
	readonly repeatedTokens: number;
	readonly folds: number;
	readonly foldTokens: FoldTokens;
	/** In fresh input tokens, folds included, by the price of a repeated token. */
	readonly cost: Readonly<Record<CachedPrice, number>>;
}

/** @returns the replay itself first, then each raw window. */
export function totalsOf(sessions: readonly SessionReport[]): readonly Cost[] {
	const turns = sessions.flatMap((session) => session.turns);
	const foldTokens = turns.reduce((total, turn) => addFoldTokens(total, turn.foldTokens), noFoldTokens);
	const folds = turns.reduce((total, turn) => total + turn.folds, 0);
	const raw = (window: RawWindow) => sessions.flatMap((session) => session.raw[window]);
	return [
		costOf(
			"Foldback",
			turns.map(({ size }) => size),
			folds,
			foldTokens,
		),
		...rawWindows.map((window) => costOf(`last ${window} raw`, raw(window), 0, noFoldTokens)),
	];
}

const noFoldTokens: FoldTokens = { input: 0, output: 0 };

function addFoldTokens(left: FoldTokens, right: FoldTokens): FoldTokens {
	return { input: left.input + right.input, output: left.output + right.output };
}

function costOf(name: string, sizes: readonly PromptSize[], folds: number, foldTokens: FoldTokens): Cost {
	const total = (part: keyof PromptSize) => sizes.reduce((sum, size) => sum + size[part], 0);
	const tokens = total("tokens");
	const repeatedTokens = total("repeatedTokens");
	const at = (price: CachedPrice) => Math.round(tokens - repeatedTokens + price * repeatedTokens + foldTokens.input + outputPrice * foldTokens.output);
	const cost = { 1: at(1), 0.5: at(0.5), 0.1: at(0.1) };
	return { name, calls: sizes.length, messages: total("messages"), tokens, repeatedTokens, folds, foldTokens, cost };
}
