/** Shorter texts may stand anywhere by chance. */
const minChars = 4;
/** So much of the start of a longer secret gives it away: messages cut long values. */
const tellingChars = 12;

/** @returns the text with `[secret]` in place of each secret, also where it is written as in JSON or in an address, or cut off. Providers repeat keys in their errors. */
export function withoutSecrets(text: string, secrets: Iterable<string>): string {
	const spellings = [...secrets].filter((secret) => secret.length >= minChars).flatMap(spellingsOf);
	// Longest first: one secret may hold another.
	return [...new Set(spellings)].sort((left, right) => right.length - left.length).reduce(hide, text);
}

function spellingsOf(secret: string): readonly string[] {
	return [secret, secret.trim(), JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret.toWellFormed())].filter(({ length }) => length >= minChars);
}

function hide(text: string, secret: string): string {
	const start = secret.slice(0, tellingChars);
	let clean = "";
	let from = 0;
	for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, from)) {
		let length = start.length;
		while (length < secret.length && text[at + length] === secret[length]) length++;
		clean += `${text.slice(from, at)}[secret]`;
		from = at + length;
	}
	return clean + text.slice(from);
}
