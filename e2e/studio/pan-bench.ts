/** Opens a flow of 200 nodes, pans it for three seconds, and prints what both cost: part of `pnpm bench:studio`. */
import type { CDPSession } from "playwright-core";
import { launchBrowser } from "../../testing/browser.ts";
import { buildStudio } from "../../testing/build-studio.ts";
import { startTestHost } from "../support/test-host.ts";
import { largeFlow } from "./support/large-flow.ts";

const nodes = 200;

buildStudio();
const host = await startTestHost();
const browser = await launchBrowser();
try {
	const answer = await fetch(`${host.url}/api/v1/flows/`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify(await largeFlow(host.url, nodes)),
	});
	const { id } = (await answer.json()) as { readonly id: string };
	const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
	const debug = await page.context().newCDPSession(page);
	await debug.send("Performance.enable");
	const startMs = performance.now();
	await page.goto(`${host.url}/flows/${id}`);
	await page.getByRole("group", { name: "Agent node" }).first().waitFor();
	const openedMs = performance.now() - startMs;
	await page.waitForLoadState("networkidle");
	const before = await workOf(debug);
	console.log(
		`opening ${nodes} nodes: the first is there after ${Math.round(openedMs)} ms; script ${ms(before.script)}, layout and style ${ms(before.layout)}`,
	);
	const frames = page.evaluate(measureFrames, 3_000);
	await page.mouse.move(640, 40 + 60);
	await page.mouse.down({ button: "middle" });
	for (let step = 0; step < 150; step += 1) await page.mouse.move(640 + 200 * Math.sin(step / 8), 400 + 150 * Math.cos(step / 8));
	await page.mouse.up({ button: "middle" });
	const { count, medianMs, p95Ms, longestMs } = await frames;
	const after = await workOf(debug);
	console.log(`panning ${nodes} nodes, 150 steps: script ${ms(after.script - before.script)}, layout and style ${ms(after.layout - before.layout)}`);
	console.log(`panning ${nodes} nodes: ${count} frames, median ${medianMs} ms, 95 % within ${p95Ms} ms, longest ${longestMs} ms`);
} finally {
	await browser.close();
	await host.end();
}

/** Seconds of the page's main thread so far. */
async function workOf(debug: CDPSession): Promise<{ readonly script: number; readonly layout: number }> {
	const { metrics } = await debug.send("Performance.getMetrics");
	const value = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
	return { script: value("ScriptDuration"), layout: value("LayoutDuration") + value("RecalcStyleDuration") };
}

function ms(seconds: number): string {
	return `${Math.round(seconds * 1_000)} ms`;
}

/** Runs in the page. */
function measureFrames(durationMs: number) {
	return new Promise<{ count: number; medianMs: number; p95Ms: number; longestMs: number }>((resolve) => {
		const times: number[] = [];
		const startMs = performance.now();
		let lastMs = startMs;
		const frame = (nowMs: number) => {
			times.push(nowMs - lastMs);
			lastMs = nowMs;
			if (nowMs - startMs < durationMs) return void requestAnimationFrame(frame);
			const sorted = times.sort((left, right) => left - right).map((ms) => Math.round(ms));
			const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
			resolve({ count: sorted.length, medianMs: at(0.5), p95Ms: at(0.95), longestMs: at(1) });
		};
		requestAnimationFrame(frame);
	});
}
