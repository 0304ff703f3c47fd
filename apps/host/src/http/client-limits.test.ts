import { connect, type Socket } from "node:net";
import { OpenAPIHono } from "@hono/zod-openapi";
import { expect, it, onTestFinished } from "vitest";
import { serve } from "../serve.ts";
import { type ClientLimits, clientLimits } from "./client-limits.ts";
import type { HostEnvironment } from "./environment.ts";

/** Far above what the tests shorten, so that each test meets its own limit. */
const patient: ClientLimits = { ...clientLimits, headersMs: 60_000, requestMs: 60_000, stalledMs: 60_000, idleMs: 60_000, checkMs: 20 };

/** A server that reads bodies, and at `/endless` answers without end. */
async function limited(limits: Partial<ClientLimits>) {
	const app = new OpenAPIHono<HostEnvironment>();
	const ended = Promise.withResolvers<void>();
	app.post("/body", async (context) => context.text(await context.req.text().catch(() => "")));
	app.get("/late", async (context) => {
		await late.promise;
		return context.text("late");
	});
	app.get("/endless", () => {
		const chunk = new Uint8Array(65_536);
		return new Response(new ReadableStream({ pull: (controller) => controller.enqueue(chunk), cancel: () => ended.resolve() }));
	});
	const late = Promise.withResolvers<void>();
	const server = await serve(app, { host: "127.0.0.1", port: 0, limits: { ...patient, ...limits } });
	onTestFinished(() => server.close(0));
	return { port: Number(new URL(server.url).port), ended: ended.promise, answerLate: () => late.resolve() };
}

/** Sends a piece and waits until the server closes the connection. */
async function closedAfter(port: number, piece: string): Promise<string> {
	const socket = await opened(port);
	let answer = "";
	socket.setEncoding("utf8").on("data", (text) => {
		answer += text;
	});
	const closed = new Promise<string>((resolve) => socket.once("close", () => resolve(answer)));
	socket.write(piece);
	return closed;
}

async function opened(port: number): Promise<Socket> {
	const socket = connect(port, "127.0.0.1");
	socket.on("error", () => {});
	onTestFinished(() => void socket.destroy());
	await new Promise<void>((resolve) => socket.once("connect", () => resolve()));
	return socket;
}

it("gives up on headers that do not end", async () => {
	const { port } = await limited({ headersMs: 60 });
	expect(await closedAfter(port, "GET /late HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")).toMatch(/^HTTP\/1\.1 408 /);
});

it("gives up on a connection that says nothing", async () => {
	const { port } = await limited({ stalledMs: 60 });
	expect(await closedAfter(port, "")).toBe("");
});

const half = "POST /body HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf";

it("gives up on a body of which nothing more comes", async () => {
	const { port } = await limited({ stalledMs: 60 });
	expect(await closedAfter(port, half)).not.toMatch(/^HTTP\/1\.1 200 /);
});

it("gives up on a body that comes byte by byte for ever", async () => {
	const { port } = await limited({ requestMs: 100, headersMs: 100 });
	const socket = await opened(port);
	const drip = setInterval(() => socket.write("x"), 10);
	onTestFinished(() => clearInterval(drip));
	const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
	socket.resume().write("POST /body HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n");
	await closed;
});

it("closes a connection on which no other request comes", async () => {
	const { port } = await limited({ idleMs: 50 });
	expect(await closedAfter(port, "POST /body HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\nok")).toMatch(/^HTTP\/1\.1 200 [\s\S]*ok$/);
});

it("ends an answer that nobody reads, and the work behind it", async () => {
	const { port, ended } = await limited({ stalledMs: 100 });
	const socket = await opened(port);
	socket.pause().write("GET /endless HTTP/1.1\r\nHost: localhost\r\n\r\n");
	await ended;
});

it("waits for a slow answer as long as it takes", async () => {
	const { port, answerLate } = await limited({ stalledMs: 250, idleMs: 250, headersMs: 250, requestMs: 250 });
	const answer = closedAfter(port, "GET /late HTTP/1.1\r\nHost: localhost\r\n\r\n");
	// Others are cut meanwhile: the limits are at work.
	for (let times = 0; times < 4; times++) await closedAfter(port, half);
	answerLate();
	expect(await answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*late$/);
});

it("refuses headers that are too large or too many", async () => {
	const { port } = await limited({ maxHeaderBytes: 2_000, maxHeaders: 10 });
	const request = (headers: string) => `GET /endless HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`;
	expect(await closedAfter(port, request(`X-Large: ${"x".repeat(3_000)}\r\n`))).toMatch(/^HTTP\/1\.1 431 /);
	expect(await closedAfter(port, request("X: y\r\n".repeat(10)))).toMatch(/^HTTP\/1\.1 431 /);
	expect(await closedAfter(port, request("X: y\r\n".repeat(100)))).toMatch(/^HTTP\/1\.1 431 /);
	const allowed = `POST /body HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 2\r\n${"X: y\r\n".repeat(7)}\r\nok`;
	expect(await closedAfter(port, allowed)).toMatch(/^HTTP\/1\.1 200 /);
});

it("waits for a slow answer to a request that was sent before the one ahead of it was answered", async () => {
	const { port, answerLate } = await limited({ stalledMs: 250 });
	const socket = await opened(port);
	let answers = "";
	const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
	const first = new Promise<void>((resolve) =>
		socket.setEncoding("utf8").on("data", (text) => {
			answers += text;
			resolve();
		}),
	);
	socket.write("POST /body HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\nGET /late HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
	await first;
	for (let times = 0; times < 4; times++) await closedAfter(port, half);
	answerLate();
	await closed;
	expect(answers).toMatch(/late$|late\r\n/);
});
