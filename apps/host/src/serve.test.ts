import { connect } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { serve } from "./serve.ts";
import { openTestHost } from "./testing/test-host.fixture.ts";

async function listening(port = 0) {
	const host = await openTestHost();
	const server = await serve(host.app, { host: "127.0.0.1", port });
	onTestFinished(() => server.close(0));
	return server;
}

/** Sends bytes as they are and reads until the server closes. */
function raw(url: string, text: string): Promise<string> {
	return new Promise((resolve, reject) => {
		const socket = connect(Number(new URL(url).port), "127.0.0.1", () => socket.end(text));
		let answer = "";
		socket.setEncoding("utf8").on("data", (chunk) => {
			answer += chunk;
		});
		socket.on("end", () => resolve(answer)).on("error", reject);
	});
}

it("listens on a free port and answers", async () => {
	const { url } = await listening();
	expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
	expect(await (await fetch(`${url}/health`)).json()).toEqual({ status: "ok" });
});

it("says which port is in use and what to do", async () => {
	const { url } = await listening();
	const port = Number(new URL(url).port);
	const host = await openTestHost();
	await expect(serve(host.app, { host: "127.0.0.1", port })).rejects.toThrow(
		`port ${port} of 127.0.0.1 is in use. Stop the program that uses it, or choose another port with PORT=`,
	);
});

it.each([
	"GET /health HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
	"GET http://evil.example/health HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
])("answers 403 to a page that reaches it under another name: %j", async (request) => {
	const { url } = await listening();
	expect(await raw(url, request)).toMatch(/^HTTP\/1\.1 403 /);
});

it("answers a problem to a Host header or path that cannot be read", async () => {
	const { url } = await listening();
	for (const request of [
		"GET /health HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n",
		"GET /a\\b HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
	]) {
		const answer = await raw(url, request);
		expect(answer).toMatch(/^HTTP\/1\.1 400 /);
		expect(answer).toContain("application/problem+json");
	}
});

it("answers 413 to a body that is declared too large, without reading it", async () => {
	const { url } = await listening();
	const head = "POST /api/v1/flows/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99999999999\r\nConnection: close\r\n\r\n{";
	expect(await raw(url, head)).toMatch(/^HTTP\/1\.1 413 /);
});
