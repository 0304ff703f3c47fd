import { describe, expect, test } from "vitest";
import { htmlText } from "./html-text.ts";

test.each([
	["paragraphs", "<p>one<p>two &amp; &lt;three&gt;</p>", "one\n\ntwo & <three>"],
	["scripts and styles", "<style>p{}</style>a<script>if (1 < 2) '<div>'</script>b", "ab"],
	["lists whose items are not closed", "<ul><li>a<li>b</ul>", " * a\n * b"],
	["images", "a<img src='x' alt='y'>b", "ab"],
	["closing tags that close nothing", "a</div></p></b>b", "ab"],
	["nothing", "", ""],
])("%s", async (_what, html, text) => {
	expect(await htmlText(html)).toBe(text);
});

test("500 paragraphs and items that nobody closed keep their lines", async () => {
	expect((await htmlText("<p>x".repeat(500))).split("\n\n")).toHaveLength(500);
	expect((await htmlText(`<ul>${"<li>x".repeat(500)}</ul>`)).split("\n")).toHaveLength(500);
});

test("text beyond any depth is still there", async () => {
	expect(await htmlText(`${"<div>".repeat(5_000)}deep${"</div>".repeat(5_000)} end`)).toMatch(/deep[\s\S]*end/);
});

describe("hostile markup does not keep the processor", () => {
	test.each<[string, (count: number) => string]>([
		["open tags", (count) => "<div>".repeat(count)],
		["open and closing tags", (count) => "<div>".repeat(count) + "</div>".repeat(count)],
		["closing tags of another kind", (count) => "<div>".repeat(count) + "</p>".repeat(count)],
		["lists in lists", (count) => "<ul><li>".repeat(count)],
		["tags that never end", (count) => "<a".repeat(count)],
		["attributes", (count) => `<a ${"x=y ".repeat(count)}>`],
	])("%s", async (_what, make) => {
		const html = make(40_000);
		const startedMicroseconds = process.cpuUsage().user;
		await htmlText(html);
		// Without the bound on nesting some of these take tens of seconds.
		expect(process.cpuUsage().user - startedMicroseconds).toBeLessThan(4_000_000);
	});
});
