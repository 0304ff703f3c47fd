import type { Page, Request } from "playwright-core";

/** Everything on a page that nobody should see: errors and warnings in the console, requests that failed or were refused. */
export interface PageWatch {
	readonly problems: readonly string[];
	/** What the page shows now, and what it did last: for a test that failed. */
	describe(): Promise<string>;
}

/** Lines of a page's story that are told of it. */
const toldLines = 80;

/** @param expected what a test provokes on purpose: problems that match are left out. */
export function watchPage(page: Page, expected: readonly RegExp[] = []): PageWatch {
	const problems: string[] = [];
	const story: string[] = [];
	const openedMs = performance.now();
	const tell = (what: string) => story.push(`${Math.round(performance.now() - openedMs)} ms: ${what}`);
	const note = (problem: string) => {
		tell(problem);
		if (!expected.some((pattern) => pattern.test(problem))) problems.push(problem);
	};
	const nameOf = (request: Request) => `${request.method()} ${request.url()}`;
	page.on("console", (message) => {
		if (message.type() === "error" || message.type() === "warning") note(`console ${message.type()}: ${message.text()} (${message.location().url})`);
		else tell(`console: ${message.text()}`);
	});
	page.on("pageerror", (error) => note(`uncaught: ${error.message}`));
	page.on("request", (request) => request.url().includes("/api/") && tell(`sends ${nameOf(request)}`));
	page.on("framenavigated", (frame) => tell(`is at ${frame.url()}`));
	page.on("response", (response) => {
		if (response.status() >= 400) note(`${response.status()} ${nameOf(response.request())}`);
		else if (response.url().includes("/api/")) tell(`gets ${response.status()} for ${nameOf(response.request())}`);
	});
	page.on("requestfailed", (request) => {
		const reason = request.failure()?.errorText ?? "";
		// The page itself gave the request up: it was left, or somebody pressed stop.
		if (reason !== "net::ERR_ABORTED") note(`failed: ${nameOf(request)} ${reason}`);
		else tell(`gives up ${nameOf(request)}`);
	});
	return { problems, describe: async () => `${await shownOn(page)}\n${story.slice(-toldLines).join("\n")}` };
}

async function shownOn(page: Page): Promise<string> {
	const limit = { timeout: 5_000 };
	const focused = page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200));
	const shown = page.locator("body").ariaSnapshot(limit);
	const [focus, text] = (await Promise.allSettled([focused, shown])).map((part) => (part.status === "fulfilled" ? part.value : String(part.reason)));
	return `The page ${page.url()}, with the focus on ${focus}:\n${text}`;
}
