/** @returns the text with what could move the cursor, change colours or turn the direction of a terminal written as \u{…}. Line ends stay. */
export function plainText(text: string): string {
	return text.replaceAll(/(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]/gu, (letter) => `\\u{${letter.codePointAt(0)?.toString(16)}}`);
}

/** @returns text of the chat or of a user, in quotes. */
export function quoted(text: string): string {
	return plainText(JSON.stringify(text));
}
