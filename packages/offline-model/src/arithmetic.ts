const spoken: readonly (readonly [RegExp, string])[] = [
	[/\bplus\b/gi, "+"],
	[/\bminus\b/gi, "-"],
	[/\b(?:times|multiplied by)\b/gi, "*"],
	[/\bdivided by\b/gi, "/"],
	[/\bto the power of\b/gi, "^"],
	[/[×·]/g, "*"],
	[/÷/g, "/"],
	[/\*\*/g, "^"],
	[/(?<=\d),(?=\d{3}\b)/g, ""],
];
const run = /(?<![\p{L}\d_.:/-])[(\s]*-?\d[\d\s.+\-*/^%()]*[\d)%](?![\p{L}\d_:-])/gu;
const operation = /[\d)]\s*[+*/^%]\s*-?[\d(]|[\d)]\s+-\s+[\d(]|[\d)]-[\d(]/;
const dateLike = /^\d{1,4}([-/.])\d{1,2}\1\d{1,4}$/;
const versionLike = /\d\.\d+\.\d/;
const phoneLike = /^\+?\d+(?:-\d+)+$/;

/** @returns the longest arithmetic expression in a text, or undefined. Dates, phone numbers and identifiers such as `PRJ-12` are none. */
export function arithmeticIn(text: string): string | undefined {
	const plain = spoken.reduce((result, [pattern, sign]) => result.replace(pattern, sign), text.slice(0, maxChars));
	const found = [...plain.matchAll(run)].map(([match]) => match.trim()).filter((match) => isArithmetic(match, plain));
	return found.toSorted((left, right) => right.length - left.length)[0];
}

/** Nobody types longer sums; bounds the work on pasted text. */
const maxChars = 2000;

function isArithmetic(expression: string, text: string): boolean {
	if (!operation.test(expression) || dateLike.test(expression) || versionLike.test(expression) || !isBalanced(expression)) return false;
	return !phoneLike.test(expression) || (/^\d+-\d+$/.test(expression) && /\b(?:calculate|compute|how much is|what(?:['’]s| is))\s+\d/i.test(text));
}

function isBalanced(expression: string): boolean {
	let open = 0;
	for (const sign of expression) {
		if (sign === "(") open += 1;
		if (sign === ")") open -= 1;
		if (open < 0) return false;
	}
	return open === 0;
}
