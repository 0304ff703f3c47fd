import type { Evidence } from "./passage.ts";
import type { Question } from "./question.ts";
import { isQuestion } from "./sentences.ts";
import { isFunctionWord, stem, words } from "./words.ts";

const minCoverage = 0.5;
const minCoverageWithFocus = 0.4;
const minFocus = 0.6;
const roleWeight = { user: 1, assistant: 0.88, tool: 0.85, system: 0.8 } as const;
const numeral = /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|hundred|thousand|half)\b/i;
const time =
	/\d|\b(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|today|tomorrow|yesterday|january|february|march|april|june|july|august|september|october|november|december|morning|noon|evening|night)\b/i;
const inner = /\S\s+["'“(]?\p{Lu}/u;
const shows = { number: numeral, time, name: inner, any: undefined } as const;

/** A sentence that holds at least one of the question's words. */
interface Candidate {
	readonly sentence: Evidence;
	readonly words: readonly string[];
	readonly stems: ReadonlySet<string>;
}

/** @returns the sentence that answers the question best, or undefined when none comes close enough. One pass over the evidence. */
export function bestSentence(question: Question, evidence: readonly Evidence[]): Evidence | undefined {
	const candidates = candidatesFor(question, evidence);
	const weights = termWeights(question, candidates, evidence.length);
	let best: { sentence: Evidence; score: number } | undefined;
	for (const candidate of candidates) {
		const score = scoreOf(question, weights, candidate);
		if (score > 0 && (best === undefined || score >= best.score)) best = { sentence: candidate.sentence, score };
	}
	return best?.sentence;
}

/** Most sentences share nothing with the question: a look for the stems' beginnings spares cutting them into words. */
function candidatesFor(question: Question, evidence: readonly Evidence[]): Candidate[] {
	const beginnings = [...question.terms.keys()].map((term) => term.replace(/y$/, ""));
	return evidence.flatMap((sentence) => {
		const lower = sentence.text.toLowerCase();
		if (!beginnings.some((beginning) => lower.includes(beginning))) return [];
		const found = words(sentence.text);
		return [{ sentence, words: found, stems: new Set(found.map(stem)) }];
	});
}

/** Rare words weigh more than common ones; a word that stands nowhere weighs most, so an unknown thing is not answered by a neighbour of it. */
function termWeights(question: Question, candidates: readonly Candidate[], total: number): Map<string, number> {
	const weights = new Map<string, number>();
	for (const [term, weight] of question.terms) {
		const holders = candidates.filter(({ stems }) => stems.has(term)).length;
		weights.set(term, weight * Math.log(2 + (total + 1) / (holders + 0.5)));
	}
	return weights;
}

function scoreOf(question: Question, weights: ReadonlyMap<string, number>, candidate: Candidate): number {
	const { sentence, stems } = candidate;
	const hasFocus = question.focus.length > 0;
	const focus = question.focus.map((term): [string, number] => [term, weights.get(term) ?? 1]);
	if (hasFocus && share(focus, stems) < minFocus) return 0;
	const coverage = share([...weights], stems);
	if (coverage < (hasFocus ? minCoverageWithFocus : minCoverage)) return 0;
	if (isQuestion(sentence.text) || !saysMore(question, candidate)) return 0;
	return (coverage + bonus(question, sentence)) * roleWeight[sentence.role] * lengthFactor(candidate) + sentence.age * 0.02;
}

function share(weights: readonly (readonly [string, number])[], stems: ReadonlySet<string>): number {
	let total = 0;
	let met = 0;
	for (const [term, weight] of weights) {
		total += weight;
		if (stems.has(term)) met += weight;
	}
	return total === 0 ? 0 : met / total;
}

/** A sentence that only repeats the question's own words answers nothing. */
function saysMore(question: Question, sentence: Candidate): boolean {
	return sentence.words.some((word) => !isFunctionWord(word) && !question.terms.has(stem(word)));
}

function bonus(question: Question, sentence: Evidence): number {
	let sum = 0;
	if (shows[question.wants]?.test(sentence.text)) sum += 0.15;
	if (/\b(?:i|my|we|our|me|us)\b/i.test(question.text) && /\b(?:i|i['’]m|my|we|we['’]re|our)\b/i.test(sentence.text)) sum += 0.1;
	return sum + statementBonus(question, sentence.text);
}

/** `cluster: EU` and `my cluster is EU` state a value outright; `the EU cluster` and `project PRJ-123` do so in passing. */
function statementBonus(question: Question, text: string): number {
	const label = /^\s*(?:[-*•]\s*)?\**([^:=\n]{1,60}?)\**\s*[:=]\s*\S/.exec(text)?.[1];
	if (label !== undefined && isAbout(question, label)) return 0.4;
	const subject = /^(.{1,60}?)\s(?:is|are|was|were)\s+\S/i.exec(text)?.[1];
	if (subject !== undefined && isAbout(question, subject)) return 0.25;
	return hasNamedFocus(question, text) ? 0.25 : 0;
}

function isAbout(question: Question, phrase: string): boolean {
	const content = phrase
		.toLowerCase()
		.split(/[^\p{L}\p{M}\p{N}]+/u)
		.filter((word) => word !== "" && !isFunctionWord(word));
	return content.length > 0 && content.every((word) => question.terms.has(stem(word)) || /^(?:id|number|name|code)$/.test(word));
}

function hasNamedFocus(question: Question, text: string): boolean {
	const tokens = text.split(/\s+/);
	return tokens.some((token, index) => {
		if (!question.focus.includes(stem(token.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, "")))) return false;
		return looksNamed(tokens[index - 1], index - 1) || looksNamed(tokens[index + 1], index + 1);
	});
}

function looksNamed(token: string | undefined, index: number): boolean {
	if (token === undefined) return false;
	return /\d/.test(token) || /\p{Lu}{2}/u.test(token) || (index > 0 && /^["'“(]?\p{Lu}/u.test(token));
}

/** Log lines and long lists match many words by chance. */
function lengthFactor(sentence: Candidate): number {
	return sentence.words.length <= 40 ? 1 : Math.max(0.6, 40 / sentence.words.length);
}
