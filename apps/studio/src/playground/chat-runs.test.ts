/// <reference types="node" />
import { createServer, type Server, type ServerResponse } from "node:http";
import { afterEach, expect, it } from "vitest";
import { createChatRuns } from "./chat-runs.ts";
import { aMessage } from "./message.fixture.ts";

let server: Server | undefined;
const realFetch = globalThis.fetch;
afterEach(() => {
	globalThis.fetch = realFetch;
	server?.closeAllConnections();
	server?.close();
});

/** A host on loopback that answers a run as told, and runs on it. In a browser, paths belong to the page's origin. */
async function openRuns(answer: (response: ServerResponse) => void) {
	server = createServer((request, response) => request.resume().once("end", () => answer(response)));
	await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
	const address = server.address();
	if (address === null || typeof address === "string") throw new Error("no port");
	globalThis.fetch = (path, init) => realFetch(`http://127.0.0.1:${address.port}${String(path)}`, init);
	const stored: string[] = [];
	const ended = Promise.withResolvers<readonly string[]>();
	const onEnd = (_sessionId: string, warnings: readonly string[]) => ended.resolve(warnings);
	const runs = createChatRuns({ flowId: "f", onMessage: (_sessionId, { id }) => stored.push(id), onEnd, beforePaint: (callback) => callback() });
	const texts: string[] = [];
	runs.subscribe(() => {
		const text = runs.turn("s")?.text;
		if (text !== undefined && text !== texts.at(-1)) texts.push(text);
	});
	return { runs, stored, texts, ended: ended.promise };
}

const line = (event: string, data: unknown) => `${JSON.stringify({ event, data })}\n\n`;
const token = (chunk: string, id = "a") => line("token", { chunk, id, timestamp: "" });

it("stores what the host stores, streams what it streams, and is gone when the answer is there", async () => {
	const { runs, stored, texts, ended } = await openRuns((response) => {
		response.write(line("add_message", aMessage("q")) + token("He") + token("llo"));
		response.end(line("add_message", aMessage("a", { sender: "Machine" })) + line("end", { result: { run_id: "r", warnings: ["w"] } }));
	});
	runs.start("s", "hi");
	expect(runs.turn("s")).toMatchObject({ input: "hi", inputStored: false, status: "running" });
	expect(await ended).toEqual(["w"]);
	expect(stored).toEqual(["q", "a"]);
	expect(texts).toEqual(["", "He", "Hello", ""]);
	expect(runs.turn("s")).toBeUndefined();
});

it("shows tool steps while they run, and takes a partial message for no stored one", async () => {
	const partial = aMessage("a", {
		sender: "Machine",
		properties: { state: "partial" },
		content_blocks: [{ contents: [{ type: "tool_use", name: "calculate" }] }],
	});
	const { runs, stored, ended } = await openRuns((response) => {
		response.write(line("add_message", aMessage("q")) + line("add_message", partial));
		response.end(line("error", { error: "enough" }));
	});
	runs.start("s", "hi", ["f/a.png"]);
	await ended;
	expect(stored).toEqual(["q"]);
	expect(runs.turn("s")).toMatchObject({ blocks: partial.content_blocks, files: ["f/a.png"] });
});

it("keeps the reason of a failure, whether it comes before the stream or inside it", async () => {
	const inside = await openRuns((response) => response.end(token("He") + line("error", { error: "The model went away." })));
	inside.runs.start("s", "hi");
	await inside.ended;
	expect(inside.runs.turn("s")).toMatchObject({ status: "failed", problem: "The model went away.", text: "He" });
	inside.runs.dismiss("s");
	expect(inside.runs.turn("s")).toBeUndefined();
	server?.close();
	const before = await openRuns((response) => response.writeHead(422).end(JSON.stringify({ detail: "No such field." })));
	before.runs.start("s", "hi");
	await before.ended;
	expect(before.runs.turn("s")).toMatchObject({ status: "failed", problem: "No such field." });
});

it("says so when the connection ends too early", async () => {
	const { runs, ended } = await openRuns((response) => response.end(token("He")));
	runs.start("s", "hi");
	await ended;
	expect(runs.turn("s")).toMatchObject({ status: "failed", problem: expect.stringContaining("before the answer was complete") });
});

it("stops: the host sees the client go, and what has arrived stays on the screen", async () => {
	const gone = Promise.withResolvers<void>();
	const { runs, texts, ended } = await openRuns((response) => {
		response.once("close", gone.resolve);
		response.write(token("He"));
	});
	const arrived = new Promise<void>((resolve) => runs.subscribe(() => texts.includes("He") && resolve()));
	runs.start("s", "hi");
	runs.start("s", "a second one at the same time");
	await arrived;
	runs.stop("s");
	await Promise.all([gone.promise, ended]);
	expect(runs.turn("s")).toMatchObject({ status: "stopped", text: "He", input: "hi" });
});

it("holds its place from the start on, but sends nothing before all is ready, and goes when that fails", async () => {
	let asked = 0;
	const { runs, ended } = await openRuns((response) => {
		asked += 1;
		response.end(line("end", { result: { run_id: "r", warnings: [] } }));
	});
	const failing = Promise.withResolvers<void>();
	runs.start("s", "again", [], failing.promise);
	runs.start("s", "said meanwhile");
	expect(runs.turn("s")).toMatchObject({ input: "again", status: "running" });
	failing.reject(new Error("The exchange could not be taken back."));
	await expect(failing.promise).rejects.toThrow();
	expect([runs.turn("s"), asked]).toEqual([undefined, 0]);
	const ready = Promise.withResolvers<void>();
	runs.start("s", "again", [], ready.promise);
	expect(asked).toBe(0);
	ready.resolve();
	await ended;
	expect([runs.turn("s"), asked]).toEqual([undefined, 1]);
});
