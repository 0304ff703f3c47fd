import { createServer, type RequestListener } from "node:http";
import type { AddressInfo, LookupFunction } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type PageReaderOptions, type PageRequest, readPage } from "./read-page.ts";

const pages: Readonly<Record<string, RequestListener>> = {
	"/": (_request, response) => response.setHeader("content-type", "text/plain; charset=utf-8").end("hello ☃"),
	"/latin": (_request, response) => response.setHeader("content-type", "text/plain; charset=iso-8859-1").end(Buffer.from([0xe9])),
	"/headers": (request, response) => response.setHeader("content-type", "application/json").end(JSON.stringify(request.headers)),
	"/to-root": (_request, response) => response.writeHead(302, { location: "/" }).end(),
	"/loop": (_request, response) => response.writeHead(302, { location: "/loop" }).end(),
	"/to-file": (_request, response) => response.writeHead(302, { location: "file:///etc/passwd" }).end(),
	"/to-other": (request, response) => response.writeHead(302, { location: `http://other.example:${request.socket.localPort}/headers` }).end(),
	"/to-inside": (request, response) => response.writeHead(307, { location: `http://127.0.0.2:${request.socket.localPort}/` }).end(),
	"/image": (_request, response) => response.setHeader("content-type", "image/png").end("x"),
	"/large": (_request, response) => response.setHeader("content-type", "text/plain").end("x".repeat(2_000)),
	"/bomb": (_request, response) => response.writeHead(200, { "content-type": "text/plain", "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(1_000_000))),
	"/silent": () => {},
};
const requested: string[] = [];
const server = createServer((request, response) => {
	requested.push(request.url ?? "");
	(pages[request.url ?? ""] ?? pages["/"])?.(request, response);
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

const read = (url: string, options: PageReaderOptions = {}, request: Partial<PageRequest> = {}) =>
	readPage({ url, timeoutMs: 5_000, signal: new AbortController().signal, ...request }, options);
const readHere = (path: string, options: PageReaderOptions = {}, request: Partial<PageRequest> = {}) =>
	read(`http://127.0.0.1:${port}${path}`, { allowAddresses: ["127.0.0.1"], ...options }, request);
/** Resolves every name to the next of these addresses. */
const names =
	(...addresses: string[]): LookupFunction =>
	(_name, options, callback) => {
		const address = addresses.shift() ?? "";
		if (options.all) callback(null, [{ address, family: 4 }]);
		else callback(null, address, 4);
	};

describe("what is not public is refused before a byte is sent", () => {
	test.each([
		"http://127.0.0.1:PORT/",
		"http://0x7f.1:PORT/",
		"http://2130706433:PORT/",
		"http://0177.0.0.1:PORT/",
		"http://127.1:PORT/",
		"http://0:PORT/",
		"http://[::1]:PORT/",
		"http://[::ffff:127.0.0.1]:PORT/",
		"http://[::ffff:7f00:1]:PORT/",
		"http://[::]:PORT/",
		"http://127.0.0.1.:PORT/",
		"http://0x7f000001.:PORT/",
		"http://017700000001:PORT/",
		"http://[::127.0.0.1]:PORT/",
		"http://[64:ff9b::7f00:1]:PORT/",
		"http://[2002:7f00:1::]:PORT/",
		"http://localhost:PORT/",
		"http://LOCALHOST:PORT/",
		"http://ⓛocalhost:PORT/",
		"http://127。0。0。1:PORT/",
		"http://169.254.169.254/latest/meta-data/",
		"http://10.0.0.1/",
		"http://192.168.0.1/",
		"http://100.64.0.1/",
		"http://[fd00::1]/",
		"https://127.0.0.1:PORT/",
	])("%s", async (url) => {
		requested.length = 0;
		const result = await read(url.replace("PORT", String(port)));
		expect(result).toMatchObject({ read: false, reason: expect.stringContaining("not a public address") });
		expect(requested).toEqual([]);
	});

	test("a name that leads inside", async () => {
		expect(await read("http://example.com/", { lookup: names("10.0.0.1") })).toMatchObject({ reason: expect.stringContaining("10.0.0.1") });
	});

	test("a name with one public and one private address", async () => {
		const lookup: LookupFunction = (_name, _options, callback) =>
			callback(null, [
				{ address: "1.1.1.1", family: 4 },
				{ address: "127.0.0.1", family: 4 },
			]);
		expect(await read("http://example.com/", { lookup })).toMatchObject({ reason: expect.stringContaining("127.0.0.1") });
	});

	test("a name that changes between two connections", async () => {
		requested.length = 0;
		const lookup = names("127.0.0.1", "127.0.0.2");
		const result = await read(`http://changing.example:${port}/to-root`, { allowAddresses: ["127.0.0.1"], lookup });
		expect(result).toMatchObject({ read: false, reason: expect.stringContaining("127.0.0.2") });
		expect(requested).toEqual(["/to-root"]);
	});

	test("a redirect inside", async () => {
		requested.length = 0;
		expect(await readHere("/to-inside")).toMatchObject({ read: false, reason: expect.stringContaining("127.0.0.2") });
		expect(requested).toEqual(["/to-inside"]);
	});

	test.each([
		"file:///etc/passwd",
		"ftp://example.com/",
		"gopher://example.com/",
		"data:text/plain,x",
		"http://",
		"nonsense",
		"http://user:secret@example.com/",
		"http://example.com:secret@127.0.0.1/",
		"http://[fe80::1%25eth0]/",
	])("%s", async (url) => {
		const result = await read(url);
		expect(result).toMatchObject({ read: false });
		expect(JSON.stringify(result)).not.toContain("secret");
	});

	test("a redirect to a file", async () => {
		expect(await readHere("/to-file")).toMatchObject({ read: false, reason: expect.stringContaining("neither http nor https") });
	});
});

describe("what the host allows is read", () => {
	test("text, with redirects and character sets", async () => {
		expect(await readHere("/to-root")).toEqual({
			read: true,
			url: `http://127.0.0.1:${port}/`,
			status: 200,
			contentType: "text/plain; charset=utf-8",
			body: "hello ☃",
		});
		expect(await readHere("/latin")).toMatchObject({ body: "é" });
	});

	test("own headers do not follow a redirect to another host", async () => {
		const headers = { authorization: "Bearer secret" };
		expect(await readHere("/headers", {}, { headers })).toMatchObject({ body: expect.stringContaining("secret") });
		const other = await readHere("/to-other", { lookup: names("127.0.0.1") }, { headers });
		expect(other).toMatchObject({ read: true, body: expect.not.stringContaining("secret") });
	});

	test.each([
		["/loop", {}, "redirects more than 5 times"],
		["/image", {}, "not text"],
		["/large", { maxBytes: 1_000 }, "larger than 1000 bytes"],
		["/bomb", { maxBytes: 10_000 }, "larger than 10000 bytes"],
	] as const)("%s is bounded", async (path, options, reason) => {
		expect(await readHere(path, options)).toMatchObject({ read: false, reason: expect.stringContaining(reason) });
	});

	test("time is bounded", async () => {
		expect(await readHere("/silent", {}, { timeoutMs: 50 })).toMatchObject({ read: false, reason: expect.stringContaining("within 50 ms") });
	});

	test("cancelling throws the reason", async () => {
		const reason = new Error("stopped");
		await expect(readHere("/silent", {}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
	});
});
