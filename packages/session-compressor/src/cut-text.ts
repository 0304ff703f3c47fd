/**
 * Shortens a text to its head and tail; a mark between them tells how many characters (UTF-16 units) were left out.
 * Cuts at code points only, and replaces lone surrogates, so that every provider takes the result.
 * @param maxChars kept characters at most; the mark is not counted.
 */
export function cutText(text: string, maxChars: number): string {
	const whole = text.toWellFormed();
	if (whole.length <= maxChars) return whole;
	const head = headOf(whole, Math.ceil(maxChars / 2));
	const tail = tailOf(whole, Math.floor(maxChars / 2));
	const leftOut = whole.length - head.length - tail.length;
	return `${head}[… ${leftOut} characters left out …]${tail}`;
}

/**
 * The start of a well-formed text, ending at a code point.
 * @param maxChars UTF-16 units at most.
 */
export function headOf(text: string, maxChars: number): string {
	return text.slice(0, insidePair(text, maxChars) ? maxChars - 1 : maxChars);
}

function tailOf(text: string, maxChars: number): string {
	const start = text.length - maxChars;
	return text.slice(insidePair(text, start) ? start + 1 : start);
}

/** Whether a cut at `index` would part a surrogate pair of a well-formed text. */
function insidePair(text: string, index: number): boolean {
	const unit = text.charCodeAt(index);
	return unit >= 0xdc00 && unit <= 0xdfff;
}
