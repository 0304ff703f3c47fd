import { expect, it, onTestFinished } from "vitest";
import { serve } from "../serve.ts";
import { agentFlow } from "../testing/flows.fixture.ts";
import { openOpenAI } from "../testing/openai.fixture.ts";
import { openTestHost } from "../testing/test-host.fixture.ts";

interface Chunk {
	readonly event: string;
	// biome-ignore lint/suspicious/noExplicitAny: tests read data of any shape; a wrong one fails the assertion
	readonly data: any;
}

/** A host on a real port whose model is an endpoint that the test answers for. */
async function open(environment: Readonly<Record<string, string>> = {}) {
	const openai = await openOpenAI();
	const host = await openTestHost({ OPENAI_BASE_URL: openai.url, FOLDBACK_MODEL: "m", ...environment });
	const server = await serve(host.app, { host: "127.0.0.1", port: 0 });
	onTestFinished(() => server.close(0));
	const { id } = (await host.call("POST", "/api/v1/flows/", agentFlow("Agent", { summarize_older_messages: true, n_messages: 2 }))).body;
	const run = (text: string, { stream = false, signal }: { readonly stream?: boolean; readonly signal?: AbortSignal } = {}) =>
		fetch(`${server.url}/api/v1/run/${id}?stream=${stream}`, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify({ input_value: text, session_id: "s" }),
			...(signal ? { signal } : {}),
		});
	const rows = async (): Promise<string[]> =>
		(await host.call("GET", "/api/v1/monitor/messages?session_id=s")).body.map((row: { sender: string; text: string }) => `${row.sender}: ${row.text}`);
	return { openai, host, run, rows };
}

async function* chunksOf(response: Response): AsyncGenerator<Chunk> {
	let rest = "";
	for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
		const pieces = (rest + part).split("\n\n");
		rest = pieces.pop() ?? "";
		for (const piece of pieces) yield JSON.parse(piece);
	}
	expect(rest).toBe("");
}

it("streams messages and tokens as they come, then the whole answer", async () => {
	const { openai, run, rows } = await open();
	const answering = run("Hello", { stream: true });
	const call = await openai.next();
	const response = await answering;
	expect(response.headers.get("content-type")).toContain("text/event-stream");
	const chunks = chunksOf(response);
	const next = async () => (await chunks.next()).value as Chunk;
	const stored = await next();
	expect(stored).toMatchObject({ event: "add_message", data: { text: "Hello", sender: "User", session_id: "s" } });
	call.begin("Good ");
	const token = await next();
	expect(token).toMatchObject({ event: "token", data: { chunk: "Good ", id: expect.any(String), timestamp: expect.stringMatching(/ UTC$/) } });
	call.finish("day.");
	const rest: Chunk[] = [];
	for await (const chunk of chunks) rest.push(chunk);
	expect(rest.map(({ event }) => event)).toEqual(["token", "add_message", "end"]);
	expect(rest[1]?.data).toMatchObject({ id: token.data.id, text: "Good day.", sender: "Machine" });
	expect(rest[2]?.data.result).toMatchObject({ session_id: "s", outputs: [{ outputs: [{ results: { message: { text: "Good day.", id: token.data.id } } }] }] });
	expect(await rows()).toEqual(["User: Hello", "Machine: Good day."]);
});

it("ends a stream with an error that says what to do", async () => {
	const { openai, run } = await open();
	const answering = run("Hello", { stream: true });
	(await openai.next()).fail(401);
	const chunks: Chunk[] = [];
	for await (const chunk of chunksOf(await answering)) chunks.push(chunk);
	expect(chunks[0]?.event).toBe("add_message");
	expect(chunks.at(-1)).toMatchObject({ event: "error", data: { status: 502, code: "model-unauthorized", error: expect.stringContaining("API key") } });
	expect(JSON.stringify(chunks)).not.toContain("private words");
});

it("answers a problem, not a stream, to a streaming run that cannot start", async () => {
	const { host } = await open();
	const { id } = (await host.call("POST", "/api/v1/flows/", agentFlow("Bad", { n_messages: -1 }))).body;
	const { status, headers } = await host.call("POST", `/api/v1/run/${id}?stream=true`, { input_value: "x", tweaks: { "ChatInput-1": { input_value: "y" } } });
	expect(status).toBe(400);
	expect(headers.get("content-type")).toBe("application/problem+json");
});

it.each([true, false])("stops the model and stores no half answer when the client goes away (stream: %s)", async (stream) => {
	const { openai, host, run, rows } = await open();
	const client = new AbortController();
	const answering = run("Hello", { stream, signal: client.signal });
	const call = await openai.next();
	if (stream) {
		const chunks = chunksOf(await answering);
		await chunks.next();
		call.begin("Half an ");
		expect((await chunks.next()).value?.event).toBe("token");
		client.abort();
	} else {
		client.abort();
		await expect(answering).rejects.toThrow();
	}
	await call.hungUp;
	expect(await host.turns.drain(10_000)).toBe(true);
	expect(await rows()).toEqual(["User: Hello"]);
});

it("folds after the answer has been sent, not before", async () => {
	const { openai, host, run, rows } = await open({ FOLDBACK_FOLD_THRESHOLD: "2" });
	for (const text of ["One", "Two"]) {
		const answering = run(text);
		(await openai.next()).finish(`${text}!`);
		expect(await (await answering).json()).toMatchObject({ outputs: [{ outputs: [{ results: { message: { text: `${text}!` } } }] }] });
	}
	const fold = await openai.next();
	expect(fold.messages[0]?.role).toBe("system");
	fold.finish(JSON.stringify({ pinned: {}, summary: "- counts" }));
	await host.turns.drain(10_000);
	expect(host.logged.filter(({ event }) => event === "fold-saved")).toHaveLength(1);
	expect(await rows()).toHaveLength(4);
});

it("asks the model for a stream when the client reads one, and for the whole answer when it does not", async () => {
	const { openai, run } = await open();
	for (const stream of [true, false]) {
		const response = run("Hi.", { stream });
		const call = await openai.next();
		expect(call.streamed).toBe(stream);
		call.finish("Hello.");
		expect(await (await response).text()).toContain("Hello.");
	}
});
