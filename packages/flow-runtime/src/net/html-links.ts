import { maxHtmlChars } from "./bound-nesting.ts";

const maxLinks = 500;

/** @returns the http addresses that a page's links lead to, without fragments, each once, in the page's order; at most 500. */
export function htmlLinks(html: string, base: string): readonly string[] {
	const found = new Set<string>();
	for (const [, double, single, bare] of html
		.slice(0, maxHtmlChars)
		.matchAll(/<a\s(?:[^<>]{0,500}?\s)?href\s?=\s?(?:"([^"<>]*)"|'([^'<>]*)'|([^\s"'<>]+))/gi)) {
		const url = URL.parse((double ?? single ?? bare ?? "").replaceAll("&amp;", "&").trim(), base);
		if (!url || (url.protocol !== "http:" && url.protocol !== "https:")) continue;
		url.hash = "";
		found.add(url.href);
		if (found.size >= maxLinks) break;
	}
	return [...found];
}
