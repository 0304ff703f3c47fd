import type { BrowserContext, Route } from "playwright-core";

/**
 * Makes every call of the API late, each by a time of its own: what is read has been read long before it arrives, and what is sent second may come first.
 * @param maxMs the latest that an answer may be.
 */
export async function delayAnswers(context: BrowserContext, maxMs: number): Promise<void> {
	const late = () => new Promise((resolve) => setTimeout(resolve, Math.random() * maxMs));
	const handle = async (route: Route) => {
		if (route.request().method() !== "GET") {
			await late();
			await route.continue();
			return;
		}
		const response = await route.fetch();
		await late();
		await route.fulfill({ response });
	};
	// What could not be asked from here the page asks itself; one that was left meanwhile waits for no answer.
	await context.route("**/api/**", (route) => handle(route).catch(() => route.continue().catch(() => undefined)));
}
