/** Names of the tags that part data from instructions, in the fold prompt and in the summary message. */
export const delimiterNames = ["known_keys", "summary_so_far", "conversation_transcript", "session_memory"] as const;

const opening = new RegExp(`<(?=[\\s\\p{Cf}/]*(?:${delimiterNames.join("|")}))`, "giu");
const lineBreak = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;
const otherControl = /(?![\n\t])\p{Cc}/gu;

/** Makes text harmless between our tags: whatever could be read as one of them begins with `‹` instead of `<`. Everything else stays. */
export function neutralizeDelimiters(text: string): string {
	return text.replace(opening, "‹");
}

/** Lone surrogates replaced, every kind of line break as `\n`, other control characters (but tabs) as spaces. */
export function plainText(text: string): string {
	return text.toWellFormed().replace(lineBreak, "\n").replace(otherControl, " ");
}

/** Plain text in one line. */
export function oneLine(text: string): string {
	return plainText(text).replaceAll("\n", " ");
}
