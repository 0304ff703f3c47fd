import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const axeSource = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/** axe finds nothing serious on what the page shows now. */
export async function expectAccessible(page: Page): Promise<void> {
	// Over the debugger, not as a script element: the page's Content-Security-Policy allows none but its own.
	await page.evaluate(axeSource);
	const results: AxeResults = await page.evaluate(() => {
		const { axe } = globalThis as unknown as { axe: typeof import("axe-core") };
		return axe.run(document, { resultTypes: ["violations"] });
	});
	const serious = results.violations.filter(({ impact }) => impact === "serious" || impact === "critical");
	expect(serious.map(({ id, help, nodes }) => ({ id, help, nodes: nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`) }))).toEqual([]);
}
