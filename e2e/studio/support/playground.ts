import type { Locator, Page } from "playwright-core";

/** The address of a session in the playground. */
export function playgroundPath(flowId: string, sessionId?: string): string {
	return `/flows/${flowId}/playground${sessionId === undefined ? "" : `?session=${encodeURIComponent(sessionId)}`}`;
}

/** Writes a message and sends it, once the turn before it has ended. */
export async function say(page: Page, text: string): Promise<void> {
	await page.getByLabel("Message", { exact: true }).fill(text);
	await page.getByRole("button", { name: "Send", exact: true }).click();
}

/** The memory inspector beside the chat. */
export const inspector = (page: Page): Locator => page.getByRole("complementary", { name: "Memory inspector" });

/** A stored message in the chat, by its text. */
export const message = (page: Page, text: string): Locator => page.getByRole("article").filter({ hasText: text });

/** Opens a session's menu and chooses from it. */
export async function chooseForSession(page: Page, session: string, item: string): Promise<void> {
	await page.getByRole("button", { name: `Options of ${session}` }).click();
	await page.getByRole("menuitem", { name: item }).click();
}
