import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { readConfig } from "../config.ts";
import { createHost, type Host } from "../host.ts";
import { createLogger } from "../log.ts";

export interface TestHost extends Host {
	readonly dataDir: string;
	/** Lines that the host logged, parsed. */
	readonly logged: readonly { readonly [key: string]: unknown }[];
	/** Sends JSON and reads JSON. */
	call(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>;
}

interface Answer {
	readonly status: number;
	readonly headers: Headers;
	// Tests read answers of any shape; a wrong one fails the assertion.
	// biome-ignore lint/suspicious/noExplicitAny: see above
	readonly body: any;
}

/** A host with the real store in a temporary folder; both end with the test. */
export async function openTestHost(
	environment: Readonly<Record<string, string>> = {},
	options: { readonly dataDir?: string; readonly now?: () => number; readonly studio?: string } = {},
): Promise<TestHost> {
	const dataDir = options.dataDir ?? temporaryFolder();
	const logged: { [key: string]: unknown }[] = [];
	const config = readConfig({ FOLDBACK_DATA_DIR: dataDir, PORT: "0", ...environment });
	const host = await createHost(config, {
		log: createLogger((line) => logged.push(JSON.parse(line)), { level: config.logLevel }),
		studio: options.studio,
		...(options.now ? { now: options.now } : {}),
	});
	onTestFinished(async () => {
		await host.turns.drain(5_000);
		await host.store.close();
	});
	return { ...host, dataDir, logged, call: (method, path, body, headers) => call(host, method, path, body, headers) };
}

/** @returns a folder that is removed when the test has ended. */
export function temporaryFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), "foldback-host-"));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}

async function call(host: Host, method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
	const init = body === undefined && method !== "POST" ? {} : { body: JSON.stringify(body ?? {}) };
	const type = "body" in init ? { "content-type": "application/json" } : {};
	const response = await host.app.request(path, { method, headers: { ...type, ...headers }, ...init });
	const text = await response.text();
	const isJson = /json/.test(response.headers.get("content-type") ?? "");
	return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}
