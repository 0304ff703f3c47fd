import { expect, test } from "vitest";
import { type Crawl, crawl } from "./crawl.ts";

/** A site whose pages link to others. */
function site(pages: Readonly<Record<string, readonly string[]>>, redirects: Readonly<Record<string, string>> = {}) {
	const asked: string[] = [];
	const read: Crawl["read"] = async (address) => {
		asked.push(address);
		const url = redirects[address] ?? address;
		const links = pages[url];
		if (!links) return { read: false, reason: `${url} is gone.` };
		return { read: true, url, status: 200, contentType: "text/html", body: links.map((link) => `<a href="${link}">x</a>`).join("") };
	};
	return { asked, read };
}

const options = { maxDepth: 3, maxPages: 50, sameHostOnly: true, isOver: () => false };
const pages = { "http://h/": ["/a", "/b", "http://other/"], "http://h/a": ["/", "/c"], "http://h/b": [], "http://h/c": ["/d"], "http://other/": ["/deep"] };

test("level by level to the depth, each page once, on the same host", async () => {
	const { asked, read } = site(pages);
	const { pages: found, cut } = await crawl({ ...options, starts: ["http://h/"], read });
	expect(found.map(({ address, depth }) => [address, depth])).toEqual([
		["http://h/", 1],
		["http://h/a", 2],
		["http://h/b", 2],
		["http://h/c", 3],
	]);
	expect([asked.length, cut]).toEqual([4, false]);
});

test("depth 1 reads the starts alone; other hosts only where that is wanted", async () => {
	const { asked, read } = site(pages);
	await crawl({ ...options, starts: ["http://h/"], read, maxDepth: 1 });
	expect(asked).toEqual(["http://h/"]);
	await crawl({ ...options, starts: ["http://h/"], read, maxDepth: 2, sameHostOnly: false });
	expect(asked).toContain("http://other/");
});

test("a page that redirects to another host leads nowhere further", async () => {
	const { asked, read } = site({ ...pages, "http://h/": ["/go"] }, { "http://h/go": "http://other/" });
	await crawl({ ...options, starts: ["http://h/"], read });
	expect(asked).toEqual(["http://h/", "http://h/go"]);
});

test("the number of pages is bounded, and so is the time", async () => {
	const endless = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`http://h/${index}`, Array.from({ length: 100 }, (_, next) => `/${next}`)]));
	const { asked, read } = site(endless);
	expect(await crawl({ ...options, starts: ["http://h/0"], read, maxPages: 7 })).toMatchObject({ cut: true });
	expect(asked).toHaveLength(7);
	const { cut, pages: found } = await crawl({ ...options, starts: ["http://h/0"], read, isOver: () => true });
	expect([cut, found]).toEqual([true, []]);
});
