import type { Page } from "playwright-core";
import { sampleFlow, smallTalk, talk } from "../support/talk.ts";
import { openForPicture, type PictureContext } from "./picture-context.ts";

const sessionId = "Export trouble";

/** Playground and memory inspector. */
export async function takePlaygroundPictures(context: PictureContext): Promise<void> {
	const flowId = await sampleFlow(context.host.url, "support-assistant");
	const opening = ["Hello, I work on project PRJ-123, and the cluster is EU-West.", "The export job fails with code E-4711."];
	await talk(context.host.url, { flowId, sessionId }, [...opening, ...smallTalk(60), "What is 17 * 23?", "Which cluster were we on again?"]);
	await talk(context.host.url, { flowId, sessionId: "Billing question" }, ["Where do I find the invoices of May?"]);
	const path = `/flows/${flowId}/playground?session=${encodeURIComponent(sessionId)}`;
	for (const theme of ["light", "dark"] as const) {
		const page = await openForPicture(context, path, { dark: theme === "dark" });
		await page.getByText("messages folded").waitFor();
		for (const [tab, name] of [
			["Key facts", "playground"],
			["Summary", "inspector-summary"],
			["Model saw", "inspector-model-saw"],
			["Folds", "inspector-folds"],
			["Cost", "inspector-cost"],
		] as const) {
			await page.getByRole("tab", { name: tab }).click();
			await settle(page);
			await page.screenshot({ path: context.save(`${name}-${theme}`) });
		}
		await page.context().close();
	}
	const phone = await openForPicture(context, path, { width: 390, height: 844 });
	await phone.getByRole("article").last().waitFor();
	await settle(phone);
	await phone.screenshot({ path: context.save("playground-phone") });
	await phone.context().close();
}

/** Fonts are there, and nothing is being loaded. */
async function settle(page: Page): Promise<void> {
	await page.waitForLoadState("networkidle");
	for (const spinner of await page.getByRole("status").all()) await spinner.waitFor({ state: "detached" });
	await page.evaluate(() => document.fonts.ready);
	await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
}
