/** Deeper than any page that people wrote by hand or by template. */
export const maxDepth = 300;
/** Every level of a list or quotation indents all lines inside it once more. */
const maxIndents = 12;
/** Characters of a page that are converted; what is passed on is far less. */
export const maxHtmlChars = 1_000_000;

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));
const voidElements = words("area base basefont br col command embed frame hr img input isindex keygen link meta param source track wbr");
/** Elements that a following sibling closes, so that their number says nothing about depth. */
const autoClosed = words("p li dt dd td th tr thead tbody tfoot option optgroup rt rp");
const indenting = words("ul ol dl blockquote");
const rawText = words("script style textarea title");

/**
 * Makes markup harmless for the parser, which looks through all open elements at every closing tag: closing tags that close nothing and opening tags
 * beyond the depth limit become `<wbr>`, which is empty.
 */
export function boundNesting(html: string): string {
	const open = new Map<string, number>();
	let depth = 0;
	return html.replace(/<(\/?)([a-z][^\s/>]*)/gi, (tag: string, slash: string, spelling: string) => {
		const name = spelling.toLowerCase();
		if (voidElements.has(name) || rawText.has(name)) return tag;
		const count = open.get(name) ?? 0;
		const isClosing = slash !== "";
		const isTooDeep = (depth >= maxDepth && !autoClosed.has(name)) || (count >= maxIndents && indenting.has(name));
		if (isClosing ? count === 0 : isTooDeep) return "<wbr";
		open.set(name, count + (isClosing ? -1 : 1));
		if (!autoClosed.has(name)) depth += isClosing ? -1 : 1;
		return tag;
	});
}
