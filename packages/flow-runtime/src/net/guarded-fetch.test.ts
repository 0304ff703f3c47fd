import { createServer, type RequestListener } from "node:http";
import type { AddressInfo, LookupFunction } from "node:net";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createGuardedFetch, type GuardedFetchOptions } from "./guarded-fetch.ts";

const requested: string[] = [];
const answers: Readonly<Record<string, RequestListener>> = {
	"/same": (_request, response) => response.writeHead(307, { location: "/end" }).end(),
	"/moved": (_request, response) => response.writeHead(302, { location: "/end" }).end(),
	"/loop": (_request, response) => response.writeHead(307, { location: "/loop" }).end(),
	"/inside": (request, response) => response.writeHead(307, { location: `http://127.0.0.2:${request.socket.localPort}/end` }).end(),
	"/other": (request, response) => response.writeHead(307, { location: `http://localhost:${request.socket.localPort}/end` }).end(),
	"/file": (_request, response) => response.writeHead(307, { location: "file:///etc/passwd" }).end(),
	"/large": (_request, response) => response.end("x".repeat(20_000)),
};
const server = createServer((request, response) => {
	requested.push(`${request.method} ${request.url}`);
	const answer = answers[request.url ?? ""];
	if (answer) answer(request, response);
	else response.end(JSON.stringify(request.headers));
});
let port = 0;

beforeAll(async () => {
	await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
	port = (server.address() as AddressInfo).port; // A TCP server has a port.
});
afterAll(() => {
	server.closeAllConnections();
	server.close();
});

function guarded(options: Partial<GuardedFetchOptions> = {}): typeof globalThis.fetch {
	requested.length = 0;
	const { fetch, close } = createGuardedFetch({ timeoutMs: 5_000, maxBytes: 10_000, ...options });
	onTestFinished(close);
	return fetch;
}

/** Resolves every name to the next of these addresses. */
const names =
	(...addresses: string[]): LookupFunction =>
	(_name, options, callback) => {
		const address = addresses.shift() ?? "";
		if (options.all) callback(null, [{ address, family: 4 }]);
		else callback(null, address, 4);
	};

const allowed = { allowAddresses: ["127.0.0.1"] };

describe("an address that is not public gets no byte", () => {
	test.each([
		"127.0.0.1",
		"127.0.0.1.",
		"2130706433",
		"0x7f.1",
		"0177.0.0.1",
		"017700000001",
		"0",
		"0.0.0.0",
		"localhost",
		"[::1]",
		"[::]",
		"[::ffff:127.0.0.1]",
		"[::127.0.0.1]",
		"[64:ff9b::7f00:1]",
		"[2002:7f00:1::]",
		"169.254.169.254",
	])("%s", async (host) => {
		await expect(guarded()(`http://${host}:${port}/end`)).rejects.toMatchObject({ cause: expect.objectContaining({ name: "RefusedAddressError" }) });
		expect(requested).toEqual([]);
	});

	test.each([`http://user:word@127.0.0.1`, "http://[fe80::1%25eth0]/", "http://"])("%s is no address to ask", async (url) => {
		await expect(guarded()(url)).rejects.toThrow();
		expect(requested).toEqual([]);
	});

	test("a name that leads elsewhere at the next connection", async () => {
		const fetch = guarded({ ...allowed, lookup: names("127.0.0.1", "127.0.0.2") });
		const init = { headers: { connection: "close" } };
		const url = `http://changing.example:${port}/end`;
		expect((await fetch(url)).status).toBe(200);
		server.closeAllConnections();
		await expect(fetch(url, init)).rejects.toThrow();
		expect(requested).toEqual(["GET /end"]);
	});
});

describe("redirects", () => {
	test("on the same origin are followed, with headers and body", async () => {
		const answer = await guarded(allowed)(`http://127.0.0.1:${port}/same`, { method: "POST", body: "{}", headers: { "x-token": "t" } });
		expect(await answer.json()).toMatchObject({ "x-token": "t", "content-length": "2" });
		expect(requested).toEqual(["POST /same", "POST /end"]);
	});

	test.each(["/inside", "/other", "/file"])("to another place are not, and no header goes there: %s", async (path) => {
		const fetch = guarded({ allowAddresses: ["127.0.0.0/8", "::1"] });
		await expect(fetch(`http://127.0.0.1:${port}${path}`, { headers: { "x-token": "t" } })).rejects.toThrow("another place");
		expect(requested).toEqual([`GET ${path}`]);
	});

	test("that would lose what was sent, or never end, are not", async () => {
		await expect(guarded(allowed)(`http://127.0.0.1:${port}/moved`, { method: "POST", body: "{}" })).rejects.toThrow("another place");
		await expect(guarded(allowed)(`http://127.0.0.1:${port}/loop`)).rejects.toThrow("more than 5 times");
	});
});

test("an answer is bounded", async () => {
	const answer = await guarded(allowed)(`http://127.0.0.1:${port}/large`);
	await expect(answer.text()).rejects.toThrow("larger than 10000 bytes");
});
