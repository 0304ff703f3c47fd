import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openTestHost, temporaryFolder } from "../testing/test-host.fixture.ts";

const asPage = { accept: "text/html,application/xhtml+xml" };

function builtStudio(): string {
	const folder = temporaryFolder();
	mkdirSync(join(folder, "assets"));
	writeFileSync(join(folder, "index.html"), '<meta name="csp-nonce" nonce="__CSP_NONCE__"><div id="root"></div>');
	writeFileSync(join(folder, "theme.js"), "1;");
	writeFileSync(join(folder, "assets/index-abc.js"), "2;");
	return folder;
}

test("every address that a browser opens is the page, with the nonce of this answer's policy", async () => {
	const host = await openTestHost({}, { studio: builtStudio() });
	const seen = new Set<string>();
	for (const path of ["/", "/flows/any", "/flows/any/playground", "/index.html"]) {
		const { status, headers, body } = await host.call("GET", path, undefined, asPage);
		expect(status).toBe(200);
		const nonce = /nonce="([^"]+)"/.exec(body)?.[1] ?? "";
		expect(headers.get("content-security-policy")).toContain(`style-src 'self' 'nonce-${nonce}'`);
		expect(headers.get("cache-control")).toBe("no-store");
		seen.add(nonce);
	}
	expect(seen.size).toBe(4);
});

test("files named after their content never change; the others are asked for again", async () => {
	const host = await openTestHost({}, { studio: builtStudio() });
	const asset = await host.call("GET", "/assets/index-abc.js");
	expect(asset.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
	expect(asset.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
	expect(asset.body).toBe("2;");
	expect((await host.call("GET", "/theme.js")).headers.get("cache-control")).toBe("no-cache");
});

test("the API and what does not exist are not pages", async () => {
	const host = await openTestHost({}, { studio: builtStudio() });
	for (const path of ["/api/v1/nothing", "/assets/gone.js", "/assets/../index.html/x"]) {
		const { status } = await host.call("GET", path, undefined, path.startsWith("/assets/..") ? {} : asPage);
		expect(status).toBe(404);
	}
	expect((await host.call("GET", "/health", undefined, asPage)).body).toEqual({ status: "ok" });
	expect((await host.call("GET", "/api/v1/flows/", undefined, asPage)).status).toBe(200);
});

test("without a built studio a page says how to use the API", async () => {
	const host = await openTestHost();
	expect((await host.call("GET", "/", undefined, asPage)).body).toContain("/openapi.json");
	expect((await host.call("GET", "/flows/any", undefined, asPage)).status).toBe(404);
});
