import type { Browser, Page } from "playwright-core";
import type { TestHost } from "../../support/test-host.ts";

/** What every set of pictures is taken with. */
export interface PictureContext {
	readonly host: TestHost;
	readonly browser: Browser;
	/** @returns the file of a picture. */
	readonly save: (name: string) => string;
}

/** Opens a path for a picture: twice the pixels, no moving parts. */
export async function openForPicture(
	{ host, browser }: PictureContext,
	path: string,
	{ width = 1280, height = 800, dark = false }: { readonly width?: number; readonly height?: number; readonly dark?: boolean } = {},
): Promise<Page> {
	const context = await browser.newContext({
		viewport: { width, height },
		deviceScaleFactor: 2,
		colorScheme: dark ? "dark" : "light",
		reducedMotion: "reduce",
	});
	const page = await context.newPage();
	await page.goto(host.url + path);
	return page;
}
