/** Headers whose values are no secrets; those of all others are kept as if they were. */
const harmlessHeaders: ReadonlySet<string> = new Set(
	[
		"accept accept-charset accept-encoding accept-language cache-control connection content-language content-type date dnt expect forwarded from host",
		"if-match if-modified-since if-none-match if-unmodified-since origin pragma prefer range referer te upgrade-insecure-requests user-agent via",
		"x-requested-with",
	].flatMap((names) => names.split(" ")),
);

/** Whether a header of this name can be shown. */
export function isHarmlessHeader(name: string): boolean {
	return harmlessHeaders.has(name.trim().toLowerCase());
}

/** Whether what is said to be a variable's name is rather the secret itself: long, in one piece, with digits, and no name that a variable can have. */
export function looksLikeKey(text: string): boolean {
	return /^[^\s]{16,}$/.test(text) && /\d/.test(text) && !/^[A-Za-z_]\w*$/.test(text) && !text.startsWith("foldback-secret:");
}
