/** `{name}` or `{{name}}`: how a template marks its variables. */
export type Brackets = "single" | "double";

const patterns = { single: /\{\{|\}\}|\{([\p{L}_][\p{L}\p{N}_]*)\}/gu, double: /\{\{\s*([\p{L}_][\p{L}\p{N}_]*)\s*\}\}/gu };

/** @returns the names of a template's variables, each once, in the order of the text. */
export function templateVariables(template: string, brackets: Brackets): readonly string[] {
	return [...new Set([...template.matchAll(patterns[brackets])].flatMap(([, name]) => (name === undefined ? [] : [name])))];
}

/**
 * Fills a template in one pass: what a value holds is never read as template. With single brackets `{{` and `}}` stand for `{` and `}`.
 * @param textFor gives a variable's text; undefined leaves the variable as it stands.
 */
export function renderTemplate(template: string, brackets: Brackets, textFor: (name: string) => string | undefined): string {
	const parts: string[] = [];
	let end = 0;
	for (const match of template.matchAll(patterns[brackets])) {
		const [whole, name] = match;
		parts.push(template.slice(end, match.index), name === undefined ? whole.charAt(0) : (textFor(name) ?? whole));
		end = match.index + whole.length;
	}
	return parts.join("") + template.slice(end);
}
