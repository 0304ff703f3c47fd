import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

/** Opens a node's panel, by keyboard: the canvas brings the node into view. */
export async function inspect(page: Page, node: string): Promise<Locator> {
	await page.getByRole("group", { name: `${node} node` }).focus();
	await page.keyboard.press("Enter");
	const panel = page.getByRole("complementary", { name: `${node} settings` });
	await panel.waitFor();
	return panel;
}

/** A field in a panel. */
export function field(panel: Locator, name: string): Locator {
	return panel.getByRole("region", { name, exact: true });
}

/** Waits until everything is saved. */
export async function waitForSave(page: Page): Promise<void> {
	await page
		.getByRole("status")
		.filter({ hasText: /^Saved$/ })
		.waitFor();
}

/** Waits until a value is the expected one, and says what it is instead. */
export async function eventually<Value>(read: () => Promise<Value>, expected: Value): Promise<void> {
	await expect.poll(read, { timeout: 20_000, interval: 50 }).toEqual(expected);
}

/** What is said at the lower edge of the page. */
export function toast(page: Page, text: string | RegExp): Locator {
	return page.getByRole("region", { name: /^Notifications/ }).getByText(text);
}
