import { htmlLinks } from "./html-links.ts";
import type { PageResult } from "./read-page.ts";

export interface Crawl {
	/** Addresses to begin with. */
	readonly starts: readonly string[];
	/** 1: only the starts; 2: also the pages that they link to; and so on. */
	readonly maxDepth: number;
	/** Pages that are asked for at most, the starts included. */
	readonly maxPages: number;
	/** Whether only links to the host of the page that has them are followed. */
	readonly sameHostOnly: boolean;
	readonly read: (url: string) => Promise<PageResult>;
	/** Asked before each few pages; true ends the crawl with what there is. */
	readonly isOver: () => boolean;
}

export interface CrawledPage {
	/** As it was asked for. */
	readonly address: string;
	/** 1 for a start. */
	readonly depth: number;
	readonly result: PageResult;
}

/** Pages that are read at the same time. */
const parallelReads = 4;

/** Reads pages and what they link to, level by level, each address once. @returns the pages in that order, and whether limits left some out. */
export async function crawl(options: Crawl): Promise<{ readonly pages: readonly CrawledPage[]; readonly cut: boolean }> {
	const { starts, maxDepth, maxPages, read, isOver } = options;
	const seen = new Set<string>(starts);
	const pages: CrawledPage[] = [];
	let cut = false;
	let level: readonly string[] = starts;
	for (let depth = 1; depth <= maxDepth && level.length > 0; depth += 1) {
		const next: string[] = [];
		for (let from = 0; from < level.length && !cut; from += parallelReads) {
			const batch = level.slice(from, Math.min(from + parallelReads, from + maxPages - pages.length));
			cut = isOver() || batch.length === 0;
			const read4 = cut ? [] : await Promise.all(batch.map(async (address) => ({ address, depth, result: await read(address) })));
			pages.push(...read4);
			for (const page of read4) next.push(...newLinks(page, options, seen));
		}
		level = depth < maxDepth ? next : [];
	}
	return { pages, cut };
}

function newLinks({ address, result }: CrawledPage, { sameHostOnly, maxDepth }: Crawl, seen: Set<string>): readonly string[] {
	if (maxDepth === 1 || !result.read || !/html/i.test(result.contentType)) return [];
	seen.add(result.url);
	const host = URL.parse(address)?.host ?? "";
	const links = htmlLinks(result.body, result.url).filter((link) => !seen.has(link) && (!sameHostOnly || URL.parse(link)?.host === host));
	for (const link of links) seen.add(link);
	return links;
}
