import { countTokens } from "gpt-tokenizer/encoding/o200k_base";

/** Counting is quadratic within one unbroken run (a page of spaces, CJK without punctuation), so text is counted in pieces. */
const pieceChars = 2_000;
/** Longer texts are counted up to here and the rest is extrapolated. */
const maxCountedChars = 200_000;

/** Tokens of a text; the same counter for everything that is compared. */
export type TokenCounter = (text: string) => number;

/** A counter (encoding o200k_base) that remembers what it has counted: the same messages are sent again and again. */
export function createTokenCounter(): TokenCounter {
	const known = new Map<string, number>();
	return (text) => {
		let tokens = known.get(text);
		if (tokens === undefined) {
			tokens = countInPieces(text);
			known.set(text, tokens);
		}
		return tokens;
	};
}

function countInPieces(text: string): number {
	const counted = text.slice(0, maxCountedChars);
	let tokens = 0;
	for (let start = 0; start < counted.length; start += pieceChars) {
		tokens += countTokens(counted.slice(start, start + pieceChars), { disallowedSpecial: new Set() });
	}
	return counted.length === text.length ? tokens : Math.ceil((tokens * text.length) / counted.length);
}
