/** @returns an estimate of the tokens in a text: four letters of alphabetic scripts make one, a letter of an East Asian script is one. */
export function estimateTokens(text: string): number {
	let quarters = 0;
	for (let index = 0; index < text.length; index += 1) quarters += text.charCodeAt(index) >= 0x2e80 ? 4 : 1;
	return Math.ceil(quarters / 4);
}
