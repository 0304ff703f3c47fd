import type { Page } from "playwright-core";

/** Stops on the way before a test gives up. */
const maxStops = 80;

/** Presses Tab (or Shift+Tab) until the focus is on what has this name. */
export async function tabTo(page: Page, name: string, { back = false } = {}): Promise<void> {
	for (let stop = 0; stop < maxStops; stop += 1) {
		await page.keyboard.press(back ? "Shift+Tab" : "Tab");
		const focused = await page.evaluate(() => {
			const element = document.activeElement;
			const label = element instanceof HTMLInputElement || element instanceof HTMLButtonElement ? element.labels?.[0]?.textContent : undefined;
			return element?.getAttribute("aria-label") ?? label ?? element?.textContent;
		});
		if (focused?.trim() === name) return;
	}
	throw new Error(`${maxStops} stops of the Tab key did not lead to ${name}.`);
}
