const segmenter = new Intl.Segmenter("en", { granularity: "word" });

/** A word with the place of its first character and the place after its last, in UTF-16 units. */
export interface WordPlace {
	readonly start: number;
	readonly end: number;
}

/** The words of a text, in order. Scripts without spaces are split by dictionary, whatever the locale of the host. */
export function* wordsOf(text: string): Generator<WordPlace, void, undefined> {
	for (const { segment, index, isWordLike } of segmenter.segment(text)) {
		if (isWordLike) yield { start: index, end: index + segment.length };
	}
}

/** @returns the number of words (`Intl.Segmenter`, word-like segments). */
export function countWords(text: string): number {
	let count = 0;
	for (const _ of wordsOf(text)) count += 1;
	return count;
}
