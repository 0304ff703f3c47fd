import { isFunctionWord, stem, words } from "./words.ts";

/** What a question asks for. */
export interface Question {
	readonly text: string;
	/** Weight of each content stem: 1, or less for words that rarely stand in the answer. */
	readonly terms: ReadonlyMap<string, number>;
	/** Stems of what is asked for (`which cluster`, `my project number`); empty when the question does not say. */
	readonly focus: readonly string[];
	readonly wants: "number" | "time" | "name" | "any";
}

const softWords = new Set(["name", "kind", "type", "sort", "number", "value", "id", "called", "exact"]);
const softWeight = 0.3;
const focusPattern = /\b(?:what(?:['’]s|\s+(?:is|was|are|were))\s+(?:my|our|the|your|his|her|their|its)|which|what(?:\s+(?:kind|sort|type)\s+of)?)\s+(.+)/i;
const focusEnd =
	/\b(?:is|are|was|were|am|do|does|did|has|have|had|can|could|will|would|should|i|we|you|they|he|she|it|of|for|in|on|at|to|from|with|by|that|which|who|and|or|again)\b|[?.,;:!]/i;

/** @returns the parts of a question that decide which sentence answers it. */
export function readQuestion(text: string): Question {
	const terms = new Map<string, number>();
	for (const word of words(text)) {
		if (!isFunctionWord(word)) terms.set(stem(word), softWords.has(word) ? softWeight : 1);
	}
	return { text, terms, focus: focusOf(text), wants: wantedKind(text) };
}

function focusOf(text: string): string[] {
	const rest = focusPattern.exec(text)?.[1];
	if (rest === undefined) return [];
	const end = rest.search(focusEnd);
	return words(end < 0 ? rest : rest.slice(0, end))
		.filter((word) => !isFunctionWord(word) && !softWords.has(word))
		.map(stem);
}

function wantedKind(text: string): Question["wants"] {
	if (/\bhow (?:many|much|old|long|far|big|large|tall|high)\b/i.test(text)) return "number";
	if (/\bwhen\b|\bwhat (?:time|date|day|year)\b/i.test(text)) return "time";
	if (/\b(?:who|whom|whose|where)\b|\bname\b/i.test(text)) return "name";
	return "any";
}
