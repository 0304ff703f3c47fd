import type { HtmlToTextOptions } from "html-to-text";
import { boundNesting, maxDepth, maxHtmlChars } from "./bound-nesting.ts";

/** A page's text: markup, scripts, styles and images are left out. Takes time in proportion to its length, whatever the markup. */
export function htmlText(html: string): Promise<string> {
	return convertHtml(html, {});
}

/** Converts a page within limits, and without its images. */
export async function convertHtml(html: string, { selectors = [], formatters = {} }: Pick<HtmlToTextOptions, "selectors" | "formatters">): Promise<string> {
	const { convert } = await import("html-to-text");
	const limits = { maxInputLength: maxHtmlChars, maxDepth: 2 * maxDepth };
	const options = { wordwrap: false, limits, formatters, selectors: [{ selector: "img", format: "skip" }, ...selectors] } as const;
	return convert(boundNesting(html.slice(0, maxHtmlChars)), { ...options, selectors: [...options.selectors] });
}
