import { describe, expect, test } from "vitest";
import { htmlMarkdown } from "./html-markdown.ts";

test.each([
	["headings", "<h1>One</h1><h3>Three</h3><p>text</p>", "# One\n\n### Three\n\ntext"],
	["lists", "<ul><li>a<li>b</ul><ol><li>c</ol>", "- a\n- b\n\n 1. c"],
	["links, made whole", `<a href="/x">here</a> <a href="javascript:x()">not here</a>`, "[here](http://h/x) not here"],
	["an address cannot end its link", `<a href="http://h/(a)b">x</a>`, "[x](http://h/%28a%29b)"],
	["emphasis", "<b>bold</b> and <em>soft</em>", "**bold** and _soft_"],
	["code", "<p>Call <code>f()</code>:</p><pre><code>a\n  b</code></pre>", "Call `f()`:\n\n```\na\n  b\n```"],
	["scripts, styles and images are left out", "<style>p{}</style>a<script>x</script><img src=y>b", "ab"],
])("%s", async (_what, html, markdown) => {
	expect(await htmlMarkdown(html, "http://h/d/")).toBe(markdown);
});

describe("hostile markup does not keep the processor", () => {
	test.each<[string, string]>([
		["open tags of several kinds", "<b><i><a>"],
		["tables in tables", "<table><tr><td>"],
		["headings in headings", "<h1><h2>"],
		["fences in fences", "<pre><code>`"],
		["lists of links", "<ul><li><a href=x>"],
	])("%s", async (_what, piece) => {
		const startedMicroseconds = process.cpuUsage().user;
		await htmlMarkdown(piece.repeat(40_000), "http://h/");
		expect(process.cpuUsage().user - startedMicroseconds).toBeLessThan(4_000_000);
	});
});
