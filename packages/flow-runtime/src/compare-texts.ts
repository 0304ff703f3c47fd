import { runInNewContext } from "node:vm";

export const operators = [
	"equals",
	"not equals",
	"contains",
	"starts with",
	"ends with",
	"regex",
	"less than",
	"less than or equal",
	"greater than",
	"greater than or equal",
] as const;

export interface Comparison {
	readonly text: string;
	readonly match: string;
	readonly operator: (typeof operators)[number];
	readonly caseSensitive: boolean;
}

/** Compares two texts; numbers are compared as numbers, and what is no number is neither less nor greater. */
export function compareTexts({ text, match, operator, caseSensitive }: Comparison): { readonly holds: boolean } | { readonly problem: string } {
	if (operator === "regex") return matchesPattern(text, match, caseSensitive);
	const fold = (value: string) => (caseSensitive ? value : value.toLowerCase());
	const [left, right] = [fold(text), fold(match)];
	const numbers = text.trim() === "" || match.trim() === "" ? [Number.NaN, Number.NaN] : [Number(text), Number(match)];
	const [first = Number.NaN, second = Number.NaN] = numbers;
	const results: Readonly<Record<Exclude<Comparison["operator"], "regex">, () => boolean>> = {
		equals: () => left === right,
		"not equals": () => left !== right,
		contains: () => left.includes(right),
		"starts with": () => left.startsWith(right),
		"ends with": () => left.endsWith(right),
		"less than": () => first < second,
		"less than or equal": () => first <= second,
		"greater than": () => first > second,
		"greater than or equal": () => first >= second,
	};
	return { holds: results[operator]() };
}

/** A pattern may take time that grows exponentially; a script of its own can be ended. */
const maxPatternMs = 200;

/** As in Langflow a pattern must match from the start of the text. Pattern and text are data of the script, never code. */
function matchesPattern(text: string, pattern: string, caseSensitive: boolean): { readonly holds: boolean } | { readonly problem: string } {
	const data = { text, pattern: `^(?:${pattern})`, flags: caseSensitive ? "u" : "iu" };
	try {
		return { holds: runInNewContext("new RegExp(pattern, flags).test(text)", data, { timeout: maxPatternMs }) === true };
	} catch (error) {
		// Errors of another context are no instances of this one's Error.
		const isSlow = typeof error === "object" && error !== null && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
		return { problem: isSlow ? `it took more than ${maxPatternMs} ms` : "it is malformed" };
	}
}
