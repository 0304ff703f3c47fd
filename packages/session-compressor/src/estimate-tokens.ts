/** @returns an estimate of the tokens in a text. */
export function estimateTokens(text: string): number {
	let wide = 0;
	for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x2e7f) wide += 1;
	return Math.ceil(wide * 0.8 + (text.length - wide) / 4);
}
