/** Tokens per UTF-16 unit, by the first unit after the range. Latin letters, digits, ASCII and spaces are counted by runs, not by these. */
const ranges: readonly (readonly [end: number, weight: number])[] = [
	[0x0370, 0.9], // Latin-1 marks, phonetic letters, combining marks
	[0x0400, 0.42], // Greek
	[0x0530, 0.31], // Cyrillic
	[0x0590, 0.32], // Armenian
	[0x0600, 0.48], // Hebrew
	[0x0780, 0.4], // Arabic
	[0x0900, 1],
	[0x0a00, 0.38], // Devanagari, Bengali
	[0x0a80, 0.63], // Gurmukhi
	[0x0d80, 0.42], // Gujarati, Oriya, Tamil, Telugu, Kannada, Malayalam
	[0x0e00, 0.64], // Sinhala
	[0x0e80, 0.44], // Thai
	[0x1000, 1.7], // Lao, Tibetan
	[0x10a0, 0.57], // Myanmar
	[0x1100, 0.32], // Georgian
	[0x1200, 1], // Hangul jamo
	[0x1780, 2], // Ethiopic, Cherokee, Canadian syllabics
	[0x1800, 0.64], // Khmer
	[0x2000, 1],
	[0x2e80, 0.8], // punctuation and symbols
	[0x3040, 0.8], // CJK punctuation
	[0x3100, 0.7], // kana
	[0x3400, 0.9],
	[0xa000, 0.76], // Han
	[0xac00, 1.5],
	[0xd7b0, 0.7], // Hangul syllables
	[0xe000, 0.95], // halves of emoji and rare characters
	[0x10000, 0.9], // compatibility and full-width forms
];

/** @returns the tokens that one UTF-16 unit of a script without own rules costs on average. */
export function weightOf(unit: number): number {
	for (const [end, weight] of ranges) if (unit < end) return weight;
	return 1;
}
