import { FlowError } from "./flow-error.ts";

/** `{name}` or `{{name}}`: how a template marks its variables. */
export type Brackets = "single" | "double";

const patterns = { single: /\{\{|\}\}|\{([\p{L}_][\p{L}\p{N}_]*)\}/gu, double: /\{\{\s*([\p{L}_][\p{L}\p{N}_]*)\s*\}\}/gu };

/** @returns the names of a template's variables, each once, in the order of the text. */
export function templateVariables(template: string, brackets: Brackets): readonly string[] {
	return [...new Set([...template.matchAll(patterns[brackets])].flatMap(([, name]) => (name === undefined ? [] : [name])))];
}

/** Characters of a filled template at most: a few nodes that repeat their input would exhaust the memory. */
const maxRenderedChars = 10_000_000;

/**
 * Fills a template in one pass: what a value holds is never read as template. With single brackets `{{` and `}}` stand for `{` and `}`.
 * @param textFor gives a variable's text; undefined leaves the variable as it stands.
 * @throws FlowError `invalid-value` when more than 10,000,000 characters would come of it.
 */
export function renderTemplate(template: string, brackets: Brackets, textFor: (name: string) => string | undefined): string {
	const parts: string[] = [];
	let end = 0;
	let length = template.length;
	for (const match of template.matchAll(patterns[brackets])) {
		const [whole, name] = match;
		const text = name === undefined ? whole.charAt(0) : (textFor(name) ?? whole);
		length += text.length - whole.length;
		if (length > maxRenderedChars) throw tooLong();
		parts.push(template.slice(end, match.index), text);
		end = match.index + whole.length;
	}
	return parts.join("") + template.slice(end);
}

function tooLong(): FlowError {
	const limit = maxRenderedChars.toLocaleString("en");
	return new FlowError({
		code: "invalid-value",
		message: `The filled template has more than ${limit} characters.`,
		remedy: "Use its variables less often, or with shorter texts.",
	});
}
