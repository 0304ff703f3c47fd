import type { Page } from "playwright-core";

/** Everything on a page that nobody should see: errors and warnings in the console, requests that failed or were refused. */
export interface PageWatch {
	readonly problems: readonly string[];
}

/** @param expected what a test provokes on purpose: problems that match are left out. */
export function watchPage(page: Page, expected: readonly RegExp[] = []): PageWatch {
	const problems: string[] = [];
	const note = (problem: string) => {
		if (!expected.some((pattern) => pattern.test(problem))) problems.push(problem);
	};
	page.on("console", (message) => {
		if (message.type() === "error" || message.type() === "warning") note(`console ${message.type()}: ${message.text()} (${message.location().url})`);
	});
	page.on("pageerror", (error) => note(`uncaught: ${error.message}`));
	page.on("response", (response) => {
		if (response.status() >= 400) note(`${response.status()} ${response.request().method()} ${response.url()}`);
	});
	page.on("requestfailed", (request) => {
		const reason = request.failure()?.errorText ?? "";
		// The page itself gave the request up: it was left, or somebody pressed stop.
		if (reason !== "net::ERR_ABORTED") note(`failed: ${request.method()} ${request.url()} ${reason}`);
	});
	return { problems };
}
