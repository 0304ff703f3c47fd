/** Names of the tags that part data from instructions, in the fold prompt and in the summary message. */
export const delimiterNames = ["known_keys", "summary_so_far", "conversation_transcript", "session_memory"] as const;

const bareNames = delimiterNames.map((name) => name.replaceAll("_", ""));
/** `<`, and what Unicode counts as the same. */
const opening = /[<＜﹤](?=[\s\p{Cf}\p{M}/]*\p{L})/gu;
/** What may stand before a name, and what inside it, without changing how it reads. */
const before = /[\s\p{Cf}\p{M}/]/u;
const between = /[\p{Cf}\p{M}\p{Pd}\p{Pc}]/u;
const lineBreak = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;
const otherControl = /(?![\n\t])\p{Cc}/gu;

/** Letters of other scripts that look like those of our names. */
const lookAlikes: ReadonlyMap<string, string> = new Map(
	["aаαɑ", "cсϲ", "eеεҽ", "fϝ", "iіιıӏ", "kкκ", "mмμ", "nпոη", "oоοօ", "pрρ", "rгᴦ", "sѕꜱ", "tтτ", "uυս", "vνѵ", "wԝω", "yуγү"].flatMap((row) => {
		const [letter = "", ...others] = row;
		return others.map((other): [string, string] => [other, letter]);
	}),
);

/**
 * Makes text harmless between our tags: whatever could be read as one of them, in whatever letters that look like its own, begins with `‹` instead of `<`.
 * Everything else stays.
 */
export function neutralizeDelimiters(text: string): string {
	return text.replace(opening, (bracket, at: number) => (readsAsName(text, at + 1) ? "‹" : bracket));
}

/** Reads letter by letter, and stops at the first that leads to no name, so that all brackets of a text take one pass. */
function readsAsName(text: string, from: number): boolean {
	let read = "";
	for (let at = from; at < text.length; ) {
		const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
		at += character.length;
		if ((read === "" ? before : between).test(character)) continue;
		read += plainLetter(character);
		if (!bareNames.some((name) => name.startsWith(read) || read.startsWith(name))) return false;
		if (bareNames.some((name) => read.startsWith(name))) return true;
	}
	return false;
}

function plainLetter(character: string): string {
	const plain = character.normalize("NFKC").toLowerCase();
	return lookAlikes.get(plain) ?? plain;
}

/** Lone surrogates replaced, every kind of line break as `\n`, other control characters (but tabs) as spaces. */
export function plainText(text: string): string {
	return text.toWellFormed().replace(lineBreak, "\n").replace(otherControl, " ");
}

/** Plain text in one line. */
export function oneLine(text: string): string {
	return plainText(text).replaceAll("\n", " ");
}
