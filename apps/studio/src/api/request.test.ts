import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { ApiProblem } from "./api-problem.ts";
import { query, request } from "./request.ts";

async function serve(status: number, body: string): Promise<string> {
	const server = createServer((_incoming, outgoing) => outgoing.writeHead(status).end(body)).listen(0, "127.0.0.1");
	await new Promise((resolve) => server.once("listening", resolve));
	onTestFinished(() => void server.close());
	// A listening TCP server has an address of this shape.
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

test("JSON comes back, and nothing for 204", async () => {
	expect(await request(await serve(200, '{"a":1}'))).toEqual({ a: 1 });
	expect(await request(await serve(204, ""))).toBeUndefined();
});

test("a problem keeps its words, its status and its members", async () => {
	const failure = await request(await serve(409, '{"detail":"Read it again.","revision":4}')).catch((error: unknown) => error);
	expect(failure).toBeInstanceOf(ApiProblem);
	expect(failure).toMatchObject({ status: 409, message: "Read it again.", document: { revision: 4 } });
	expect(await request(await serve(502, "<html>")).catch((error: unknown) => error)).toMatchObject({ status: 502, message: "The server answered 502." });
});

test("a server that is not there is said in words", async () => {
	await expect(request("http://127.0.0.1:1/")).rejects.toThrow("The server cannot be reached.");
});

test("queries leave out what is undefined", () => {
	expect(query({ a: "x y&", b: undefined, c: 0 })).toBe("?a=x+y%26&c=0");
	expect(query({ b: undefined })).toBe("");
});
