import { expect, test } from "vitest";
import { htmlLinks } from "./html-links.ts";

test.each<[string, string, readonly string[]]>([
	["quoted either way or not at all", `<a href="/a">a</a><a href='b'>b</a><a href=c>c</a>`, ["http://h/a", "http://h/d/b", "http://h/d/c"]],
	["among other attributes", `<a class="x" href="/a" id=y>a</a>`, ["http://h/a"]],
	["each once, without fragments", `<a href="/a#1">1</a><a href="/a#2">2</a>`, ["http://h/a"]],
	["with entities", `<a href="?x=1&amp;y=2">a</a>`, ["http://h/d/?x=1&y=2"]],
	["http only", `<a href="mailto:a@b">m</a><a href="javascript:x()">j</a><a href="file:///etc/passwd">f</a><a href="https://o/">o</a>`, ["https://o/"]],
	["no other elements", `<link href="/a"><abbr href="/b">`, []],
	["none", "", []],
])("%s", (_what, html, links) => {
	expect(htmlLinks(html, "http://h/d/")).toEqual(links);
});

test("hostile markup neither hangs nor gives links without end", () => {
	const startedMicroseconds = process.cpuUsage().user;
	for (const piece of ["<a ", '<a x="', "<a href=", "<a\thref = '", "<a href=x> "]) {
		const html = Array.from({ length: 100_000 }, (_, index) => piece.replace("=x", `=x${index}`)).join("");
		expect(htmlLinks(html, "http://h/").length).toBeLessThanOrEqual(500);
	}
	expect(process.cpuUsage().user - startedMicroseconds).toBeLessThan(4_000_000);
});
