import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createSessionCompressor, type FoldRequest, SummarizerError } from "@foldback/session-compressor";
import { createMemoryStateStore, createMessageLog } from "@foldback/session-compressor/memory";
import { createManualClock } from "@foldback/session-compressor/testing";
import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { ChatOpenAI } from "@langchain/openai";
import { createAgent, createMiddleware, fakeModel } from "langchain";
import { describe, expect, test } from "vitest";
import { createChatModelSummarizer } from "./chat-model-summarizer.ts";

const request: FoldRequest = { system: "fold", user: "transcript", messages: [], summary: "", keys: [] };
const live = () => ({ signal: new AbortController().signal });
const codeOf = async (promise: Promise<unknown>) =>
	promise.then(
		() => "no error",
		(error: unknown) => (SummarizerError.isInstance(error) ? error.code : error),
	);

/** A chat completions server that gives one answer to everything; a string is sent as an event stream. */
async function serve(
	status: number,
	body: unknown,
): Promise<AsyncDisposable & { readonly model: ChatOpenAI; readonly baseURL: string; readonly bodies: Record<string, unknown>[] }> {
	const bodies: Record<string, unknown>[] = [];
	const server = createServer((incoming, response) => {
		let text = "";
		incoming.on("data", (chunk: Buffer) => {
			text += String(chunk);
		});
		incoming.on("end", () => {
			bodies.push(JSON.parse(text));
			const isStream = typeof body === "string";
			response.writeHead(status, { "content-type": isStream ? "text/event-stream" : "application/json" }).end(isStream ? body : JSON.stringify(body));
		});
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
	const model = new ChatOpenAI({ model: "small", apiKey: "secret-key", configuration: { baseURL } });
	return { model, baseURL, bodies, [Symbol.asyncDispose]: async () => void (await new Promise((resolve) => server.close(resolve))) };
}

const completion = (message: object, finish_reason = "stop") => ({
	id: "1",
	object: "chat.completion",
	created: 1,
	model: "small-2026",
	choices: [{ index: 0, message: { role: "assistant", content: "", ...message }, finish_reason }],
	usage: { prompt_tokens: 5, completion_tokens: 3, total_tokens: 8 },
});

describe("a call", () => {
	test("is one plain request: no stream, no tools, no response schema (honcho PR751); the reply carries text, finish reason, usage and model", async () => {
		await using server = await serve(200, completion({ content: '{"summary":"- x"}' }, "length"));
		const reply = await createChatModelSummarizer(server.model)(request, live());
		expect(reply).toEqual({ text: '{"summary":"- x"}', finishReason: "length", usage: { inputTokens: 5, outputTokens: 3 }, model: "small-2026" });
		expect(server.bodies).toHaveLength(1);
		expect(server.bodies[0]).toMatchObject({
			model: "small",
			messages: [
				{ role: "system", content: "fold" },
				{ role: "user", content: "transcript" },
			],
		});
		for (const key of ["tools", "response_format", "stream_options"]) expect(server.bodies[0]).not.toHaveProperty(key);
		expect(server.bodies[0]?.stream ?? false).toBe(false);
	});

	test("reads text parts, and nothing but text", async () => {
		const message = new AIMessage({
			content: [
				{ type: "reasoning", reasoning: "hm" },
				{ type: "text", text: "a" },
				{ type: "text", text: "b" },
			],
		});
		expect(await createChatModelSummarizer(fakeModel().respond(message), { name: "parts" })(request, live())).toEqual({ text: "ab", model: "parts" });
	});

	test("of a model that was made to stream reads its stream, so that LangChain counts no tokens", async () => {
		const chunk = (delta: object, finish: string | null = null) =>
			`data: ${JSON.stringify({ id: "1", object: "chat.completion.chunk", created: 1, model: "small", choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
		await using server = await serve(200, `${chunk({ role: "assistant", content: "- one " })}${chunk({ content: "two" })}${chunk({}, "stop")}data: [DONE]\n\n`);
		const model = new ChatOpenAI({ model: "small", apiKey: "k", streaming: true, configuration: { baseURL: server.baseURL } });
		model.getNumTokens = () => Promise.reject(new Error("LangChain's tokenizer was asked."));
		expect(await createChatModelSummarizer(model, { maxRetries: 0 })(request, live())).toMatchObject({ text: "- one two", finishReason: "stop" });
	});
});

test("a call has a name and tags of its own in traces, and asks for one retry at most", async () => {
	const seen: unknown[] = [];
	const model = new FakeListChatModel({ responses: ["- x"] });
	const summarize = createChatModelSummarizer(
		Object.assign(model, { invoke: (_messages: unknown, options: unknown) => Promise.resolve(seen.push(options)).then(() => new AIMessage("- x")) }),
	);
	await summarize(request, live());
	expect(seen).toEqual([expect.objectContaining({ runName: "foldback:fold", tags: expect.arrayContaining(["foldback:fold"]), maxRetries: 1 })]);
});

describe("failures become codes", () => {
	test.each([
		[401, "unauthorized"],
		[403, "unauthorized"],
		[429, "rate-limited"],
		[500, "server-error"],
	])("HTTP %i is %s, asked once when no retry is wanted", async (status, code) => {
		await using server = await serve(status, { error: { message: "secret-key and transcript" } });
		const call = createChatModelSummarizer(server.model, { maxRetries: 0 })(request, live());
		expect(await codeOf(call)).toBe(code);
		await expect(call).rejects.toThrow(`The summary model's call failed (${code}).`);
		expect(server.bodies).toHaveLength(1);
	});

	test("a server that is not there is network", async () => {
		const model = new ChatOpenAI({ model: "small", apiKey: "k", configuration: { baseURL: "http://127.0.0.1:9/v1" } });
		expect(await codeOf(createChatModelSummarizer(model, { maxRetries: 0 })(request, live()))).toBe("network");
	});

	test.each([
		new AIMessage({ content: "", additional_kwargs: { refusal: "I will not." } }),
		new AIMessage({ content: [{ type: "refusal", refusal: "I will not." }] }),
	])("a refusal is one although the reply has no text", async (message) => {
		expect(await codeOf(createChatModelSummarizer(fakeModel().respond(message))(request, live()))).toBe("refusal");
	});

	test("an abort ends the call", async () => {
		const abort = new AbortController();
		const waiting = Promise.withResolvers<void>();
		const server = createServer(() => waiting.resolve());
		await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
		const model = new ChatOpenAI({ model: "small", apiKey: "k", configuration: { baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` } });
		const call = codeOf(createChatModelSummarizer(model)(request, { signal: abort.signal }));
		await waiting.promise;
		abort.abort();
		expect(await call).toBe("aborted");
		server.closeAllConnections();
		server.close();
	});
});

describe("inside a run", () => {
	const hidden = "- hidden summary words";

	function agentThatFolds() {
		const summarize = createChatModelSummarizer(new FakeListChatModel({ responses: [hidden] }));
		const folds: string[] = [];
		const middleware = createMiddleware({
			name: "Folds",
			beforeModel: async () => {
				folds.push((await summarize(request, live())).text);
			},
		});
		return { folds, agent: createAgent({ model: new FakeListChatModel({ responses: ["visible answer"] }), tools: [], middleware: [middleware] }) };
	}
	const input = { messages: [{ role: "user", content: "hi" }] };

	test("nothing of a fold is in the token stream, the updates or the state", async () => {
		const { agent, folds } = agentThatFolds();
		const seen: unknown[] = [];
		const stream = await agent.stream(input, { streamMode: ["messages", "updates", "values", "custom"] });
		for await (const event of stream) seen.push(event);
		expect(folds).toEqual([hidden]);
		const text = JSON.stringify(seen);
		expect(text).not.toContain("summary words");
		expect(seen.flatMap((event) => (Array.isArray(event) && event[0] === "messages" ? [(event[1] as [BaseMessage])[0].text] : [])).join("")).toBe(
			"visible answer",
		);
	});

	test("nor in its events", async () => {
		const { agent, folds } = agentThatFolds();
		const seen: unknown[] = [];
		for await (const event of agent.streamEvents(input, { version: "v2" })) seen.push(event);
		expect(folds).toEqual([hidden]);
		expect(seen.length).toBeGreaterThan(5);
		expect(JSON.stringify(seen)).not.toContain("summary words");
		expect(JSON.stringify(seen)).not.toContain("foldback:fold");
	});
});

test("the compressor folds with it", async () => {
	const clock = createManualClock();
	const log = createMessageLog({ now: clock.now });
	const scope = { flowId: "f", userId: "u", sessionId: "s", contextId: "" };
	for (let place = 1; place <= 30; place += 1) log.append({ ...scope, text: `message ${place}` });
	const summarizer = createChatModelSummarizer(new FakeListChatModel({ responses: ['```json\n{"pinned":{},"summary":"- all fine"}\n```'] }), { name: "fake" });
	const compressor = createSessionCompressor({ source: log.source, store: createMemoryStateStore({ log, now: clock.now }), summarizer, clock });
	const view = await compressor.recall(scope);
	expect(view.summary?.text).toContain("- all fine");
	expect(view.state?.summaryModel).toBe("fake");
});
