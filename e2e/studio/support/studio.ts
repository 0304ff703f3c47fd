import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { launchBrowser } from "../../../testing/browser.ts";
import { startTestHost, type TestHost } from "../../support/test-host.ts";
import { delayAnswers } from "./delay-answers.ts";
import { type PageWatch, watchPage } from "./watch-page.ts";

/** A host with the built studio, and browsers on it. */
export interface Studio {
	readonly host: TestHost;
	/** A page in a browser of its own (own storage), opened at a path. */
	open(path: string, options?: OpenOptions): Promise<Page>;
	/** Another tab in the browser of a page. */
	openTab(page: Page, path: string, options?: Pick<OpenOptions, "expected">): Promise<Page>;
	/** Calls the API. */
	api<Answer = unknown>(method: string, path: string, body?: unknown): Promise<Answer>;
}

interface OpenOptions {
	readonly viewport?: { readonly width: number; readonly height: number };
	readonly dark?: boolean;
	/** Problems that the test provokes on purpose, such as a 409. */
	readonly expected?: readonly RegExp[];
}

/** How many times slower pages run than they could, to find tests that act before the page is ready: `STUDIO_SLOWDOWN=6`. */
const slowdown = Number(process.env.STUDIO_SLOWDOWN ?? 1);
/** Milliseconds that an answer of the API may be late, to find what counts on their order: `STUDIO_LATENCY=1500`. */
const latencyMs = Number(process.env.STUDIO_LATENCY ?? 0);

/** Characters of the host's output that are told of a test that failed. */
const toldChars = 4_000;

/**
 * A host and a browser for all tests of a file. After each test its pages must have been quiet: no errors or warnings in the console,
 * no failed requests. Of a test that failed they tell what they show and what they did, and the host what it logged.
 * @param prepare is given the host's data folder before the host starts on it.
 */
export function useStudio(env: Readonly<Record<string, string>> = {}, prepare?: (dataDir: string) => Promise<unknown>): Studio {
	let host: TestHost | undefined;
	let browser: Browser | undefined;
	const contexts: BrowserContext[] = [];
	const watches: PageWatch[] = [];

	beforeAll(async () => {
		[host, browser] = await Promise.all([startTestHost(env, prepare), launchBrowser()]);
	});
	afterEach(async ({ task }) => {
		if (task.result?.state === "fail") {
			for (const watch of watches) console.log(await watch.describe());
			console.log(`The host printed last:\n${host?.output().slice(-toldChars)}`);
		}
		for (const context of contexts.splice(0)) await context.close();
		expect(watches.splice(0).flatMap(({ problems }) => problems)).toEqual([]);
	});
	afterAll(async () => {
		await browser?.close();
		await host?.end();
	});

	const running = () => {
		if (!host || !browser) throw new Error("The studio is there from beforeAll on.");
		return { host, browser };
	};
	const openIn = async (context: BrowserContext, path: string, expected: readonly RegExp[] = []) => {
		const page = await context.newPage();
		if (slowdown > 1) await (await context.newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: slowdown });
		watches.push(watchPage(page, expected));
		await page.goto(running().host.url + path);
		return page;
	};
	return {
		get host() {
			return running().host;
		},
		async open(path, { viewport = { width: 1280, height: 800 }, dark = false, expected } = {}) {
			const context = await running().browser.newContext({ viewport, colorScheme: dark ? "dark" : "light", reducedMotion: "reduce" });
			context.setDefaultTimeout(30_000);
			if (latencyMs > 0) await delayAnswers(context, latencyMs);
			contexts.push(context);
			return openIn(context, path, expected);
		},
		openTab: (page, path, { expected } = {}) => openIn(page.context(), path, expected),
		api: (method, path, body) => callApi(running().host.url, method, path, body),
	};
}

async function callApi<Answer>(origin: string, method: string, path: string, body: unknown): Promise<Answer> {
	const hasBody = body !== undefined || method === "POST";
	const response = await fetch(origin + path, {
		method,
		...(hasBody ? { headers: { "content-type": "application/json" }, body: JSON.stringify(body ?? {}) } : {}),
	});
	const text = await response.text();
	if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
	// A test names the answer's shape; a wrong one fails its assertions.
	return (text === "" ? undefined : JSON.parse(text)) as Answer;
}
