import { wordsOf } from "./count-words.ts";
import { headOf } from "./cut-text.ts";

const sentences = new Intl.Segmenter("en", { granularity: "sentence" });

/** Nothing a summary model has a reason to write is longer: bounds words without end and text without words. */
const maxCharsPerWord = 40;

/**
 * Shortens a summary to at most `maxWords` words (and 40 characters for each of them): at the last bullet that fits, else at the last sentence,
 * else at the last word. A bullet or sentence end counts only when it keeps at least half of what fits, so that one long bullet after a
 * short one does not cost nearly everything. A summary that fits comes back as it is, apart from lone surrogates.
 */
export function clipSummary(summary: string, maxWords: number): string {
	const whole = summary.toWellFormed();
	const text = headOf(whole, maxWords * maxCharsPerWord);
	const limit = limitOf(text, maxWords);
	if (limit === whole.length) return whole;
	const least = limit / 2;
	return text.slice(0, lastBullet(whole, limit, least) ?? lastSentence(text, limit, least) ?? limit).trimEnd();
}

/** Where the word after the last one that fits begins; the end when all fit. */
function limitOf(text: string, maxWords: number): number {
	let count = 0;
	for (const { start } of wordsOf(text)) {
		count += 1;
		if (count > maxWords) return start;
	}
	return text.length;
}

function lastBullet(text: string, limit: number, least: number): number | undefined {
	for (let at = text.lastIndexOf("\n", limit - 1); at >= least && at > 0; at = text.lastIndexOf("\n", at - 1)) {
		if (/^\n[ \t]{0,8}(?:[-*•–]|\d{1,3}[.)])\s/.test(text.slice(at, at + 16))) return at;
	}
	return undefined;
}

function lastSentence(text: string, limit: number, least: number): number | undefined {
	let last: number | undefined;
	for (const { index } of sentences.segment(text)) {
		if (index > limit) break;
		if (index >= least && index > 0) last = index;
	}
	return last;
}
