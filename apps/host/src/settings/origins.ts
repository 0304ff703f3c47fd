/** What a list of origins may look like, for messages. */
export const originForm = "origins as browsers send them, separated by commas, such as https://chat.example.com or http://localhost:3000; never *";

/** Reads `https://a.example, https://b.example`. */
export function readOrigins(text: string): readonly string[] {
	return text
		.split(",")
		.map((origin) => origin.trim())
		.filter((origin) => origin !== "");
}

/** Whether a browser would send this very text: scheme and host in lower case, no default port, no path, no wildcard. */
export function isOrigin(text: string): boolean {
	const url = URL.parse(text);
	return url !== null && /^https?:$/.test(url.protocol) && url.origin === text && !text.includes("*");
}
