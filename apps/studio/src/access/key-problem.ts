/** Why a text cannot be an API key; undefined when it can. A header carries nothing but visible ASCII. */
export function keyProblem(key: string): string | undefined {
	if (key === "") return "Enter the key that you were given.";
	return /^[\x21-\x7e]+$/.test(key) ? undefined : "A key has neither spaces nor letters like ä. Copy it once more.";
}
