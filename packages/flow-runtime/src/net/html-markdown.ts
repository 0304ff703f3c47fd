import type { FormatCallback, SelectorDefinition } from "html-to-text";
import { convertHtml } from "./html-text.ts";

/** A page as Markdown: headings, lists, emphasis, quotations, code and links; without scripts, styles and images. @param base the page's address, for its links. */
export function htmlMarkdown(html: string, base: string): Promise<string> {
	const link: FormatCallback = (element, walk, builder) => {
		const href: unknown = element.attribs?.href;
		const url = typeof href === "string" ? URL.parse(href, base) : null;
		const isLink = url?.protocol === "http:" || url?.protocol === "https:";
		if (isLink) builder.addLiteral("[");
		walk(element.children, builder);
		if (isLink) builder.addLiteral(`](${url.href.replaceAll("(", "%28").replaceAll(")", "%29")})`);
	};
	return convertHtml(html, { selectors, formatters: { link, heading, fence, code } });
}

const surround = (selector: string, mark: string): SelectorDefinition => ({ selector, format: "inlineSurround", options: { prefix: mark, suffix: mark } });

const selectors: SelectorDefinition[] = [
	...[1, 2, 3, 4, 5, 6].map((level): SelectorDefinition => ({ selector: `h${level}`, format: "heading" })),
	{ selector: "a", format: "link" },
	{ selector: "pre", format: "fence" },
	{ selector: "ul", options: { itemPrefix: "- " } },
	...["b", "strong"].map((selector) => surround(selector, "**")),
	...["i", "em"].map((selector) => surround(selector, "_")),
	{ selector: "code", format: "code" },
];

const heading: FormatCallback = (element, walk, builder) => {
	builder.openBlock({ leadingLineBreaks: 2 });
	builder.addLiteral(`${"#".repeat(Number(element.name?.slice(1) ?? 1))} `);
	walk(element.children, builder);
	builder.closeBlock({ trailingLineBreaks: 2 });
};

const fence: FormatCallback = (element, walk, builder) => {
	builder.openBlock({ isPre: true, leadingLineBreaks: 2 });
	walk(element.children, builder);
	builder.closeBlock({ trailingLineBreaks: 2, blockTransform: (code) => ["```", code, "```"].join("\n") });
};

/** Inside a fence it stands as it is. */
const code: FormatCallback = (element, walk, builder) => {
	const mark = element.parent?.name === "pre" ? "" : "`";
	builder.addLiteral(mark);
	walk(element.children, builder);
	builder.addLiteral(mark);
};
