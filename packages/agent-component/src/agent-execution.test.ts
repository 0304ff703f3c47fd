import { AIMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { createAgent, fakeModel } from "langchain";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { AgentEvent } from "./agent-context.ts";
import { createAgentExecution } from "./agent-execution.ts";
import { type FakeOpenAI, startFakeOpenAI } from "./fake-openai.fixture.ts";
import { parseAgentInputs } from "./parse-agent-inputs.ts";
import { testSession } from "./session.fixture.ts";
import { testContext } from "./test-context.fixture.ts";

const model = [{ name: "test-model", provider: "OpenAI" }];
const sum = { calls: [{ id: "call-1", name: "evaluate_expression", args: '{"expression":"6*7"}' }] };

/** One execution against a server. */
function run(server: FakeOpenAI, raw: Readonly<Record<string, unknown>>, options: Parameters<typeof testContext>[0] = {}) {
	const test = testContext({ openai: { apiKey: "host-key", baseUrl: server.baseUrl }, ...options });
	return { ...test, ...createAgentExecution(parseAgentInputs({ model, ...raw }), test.context) };
}

const tokensOf = (events: readonly AgentEvent[]) => events.flatMap((event) => (event.type === "token" ? [event.chunk] : [])).join("");

describe("a turn", () => {
	test("streams tokens, calls a tool and answers with its result", async () => {
		await using server = await startFakeOpenAI((_, index) => (index === 0 ? sum : { text: "The result is 42." }));
		const { response, events } = run(server, { input_value: "What is 6*7?" });
		const answer = await response();
		expect(answer).toMatchObject({ text: "The result is 42.", model: "test-model", usage: { inputTokens: 22, outputTokens: 14 } });
		expect(events.map(({ type }) => type)).toEqual(["model-called", "tool-started", "tool-finished", "token", "token", "token", "token", "model-called"]);
		expect(tokensOf(events)).toBe("The result is 42.");
		const [block] = answer.contentBlocks;
		expect(block).toMatchObject({
			title: "Agent Steps",
			contents: [{ type: "tool_use", name: "evaluate_expression", tool_input: { expression: "6*7" }, output: "42", error: null }],
		});
	});

	test("tells by reference what each call was sent: instructions, then what the turn added", async () => {
		await using server = await startFakeOpenAI((_, index) => (index === 0 ? { ...sum, text: "Let me compute." } : { text: "It is 42." }));
		const { response, events } = run(server, { input_value: "What is 6*7?", system_prompt: "Be brief." });
		const { contentBlocks } = await response();
		const calls = events.flatMap((event) => (event.type === "model-called" ? [event.call] : []));
		expect(calls.map(({ instructions }) => instructions?.text)).toEqual(["Be brief.", "Be brief."]);
		expect(calls.map(({ turn }) => turn)).toEqual([
			[],
			[
				{ kind: "calls", words: 0, steps: [1] },
				{ kind: "output", step: 1 },
			],
		]);
		expect(calls.map(({ messageCount }) => messageCount)).toEqual([2, 4]);
		expect(contentBlocks[0]?.contents).toMatchObject([
			{ type: "text", text: "Let me compute." },
			{ type: "tool_use", output: "42" },
		]);
	});

	test("keeps what the model says beside a call that it had to make again", async () => {
		const broken = { calls: [{ id: "call-0", name: "evaluate_expression", args: "}{" }] };
		const replies = [broken, { ...sum, text: "Once more." }, { text: "It is 42." }];
		await using server = await startFakeOpenAI((_, index) => replies[index] ?? { text: "" });
		const { response, events } = run(server, { input_value: "What is 6*7?", handle_parsing_errors: true });
		const { text, contentBlocks } = await response();
		expect(text).toBe("It is 42.");
		expect(contentBlocks[0]?.contents).toMatchObject([
			{ type: "text", text: "Once more." },
			{ type: "tool_use", output: "42" },
		]);
		expect(events.flatMap((event) => (event.type === "model-called" ? [event.call.turn] : [])).at(-1)).toMatchObject([
			{ kind: "calls", words: 0, steps: [1] },
			{ kind: "output", step: 1 },
		]);
	});

	test("tells model and chat of arguments that do not fit, and nothing of where this program lies", async () => {
		const unfit = { calls: [{ id: "call-0", name: "evaluate_expression", args: '{"formula":"6*7"}' }] };
		await using server = await startFakeOpenAI((_, index) => (index === 0 ? unfit : { text: "Sorry." }));
		const { response, events } = run(server, { input_value: "What is 6*7?", handle_parsing_errors: true });
		const { contentBlocks } = await response();
		const told = JSON.stringify([server.requests, contentBlocks, events]);
		expect(told).toContain("did not match expected schema");
		expect(told).not.toMatch(/node_modules|file:\/\/|\.js:\d/);
	});

	test("sends the input once, last, and the system prompt as it is but for day and model", async () => {
		await using server = await startFakeOpenAI(() => ({ text: "ok" }));
		const session = testSession();
		session.say("one", "two");
		const input = session.log.append({ flowId: "flow", userId: "user", sessionId: "session", contextId: "", id: "in", text: "three" });
		await run(server, { input_value: input, system_prompt: "Be brief. {current_date} {model_name} {other} $&" }, session).response();
		expect(server.requests[0]?.body.messages.map(({ role, content }) => [role, content])).toEqual([
			["system", "Be brief. 2026-11-30 test-model {other} $&"],
			["user", "one"],
			["assistant", "two"],
			["user", "three"],
		]);
	});

	test.each([
		["when the flow says so", { stream: false }, {}],
		["when nobody reads along", { stream: true }, { streaming: false }],
	])("%s asks for no stream and emits no tokens", async (_, raw, context) => {
		await using server = await startFakeOpenAI(() => ({ text: "all at once" }));
		const { response, events } = run(server, { input_value: "hi", max_tokens: 64, ...raw }, context);
		expect((await response()).text).toBe("all at once");
		expect(tokensOf(events)).toBe("");
		expect(server.requests[0]?.body).toMatchObject({ stream: false, max_tokens: 64 });
	});

	test("with an empty answer warns", async () => {
		await using server = await startFakeOpenAI(() => ({ text: "" }));
		const { response, events } = run(server, { input_value: "hi" });
		expect((await response()).text).toBe("");
		expect(events).toContainEqual({ type: "warning", text: 'Model "test-model" returned an empty answer.' });
	});

	test("takes a stream that never says whose message it is", async () => {
		await using server = await startFakeOpenAI(() => ({ text: "no role here", withoutRole: true }));
		const { response, events } = run(server, { input_value: "hi" });
		expect((await response()).text).toBe("no role here");
		expect(tokensOf(events)).toBe("no role here");
	});

	test("keeps its tokens apart from those of an agent that is its tool", async () => {
		await using inner = await startFakeOpenAI(() => ({ text: "inner words" }));
		await using outer = await startFakeOpenAI((_, index) =>
			index === 0 ? { calls: [{ id: "c", name: "ask_inner", args: '{"question":"?"}' }] } : { text: "outer answer" },
		);
		const innerEvents: AgentEvent[] = [];
		const ask = async (question: string) =>
			(await run(inner, { input_value: question }, { onEvent: (event) => innerEvents.push(event), openai: { apiKey: "k", baseUrl: inner.baseUrl } }).response())
				.text;
		const askInner = tool(async ({ question }) => ask(question), { name: "ask_inner", description: "Asks.", schema: z.object({ question: z.string() }) });
		const { response, events } = run(outer, { input_value: "go", tools: [askInner] });
		expect((await response()).text).toBe("outer answer");
		expect([tokensOf(events), tokensOf(innerEvents)]).toEqual(["outer answer", "inner words"]);
	});

	test("is no part of a LangGraph run that it happens in", async () => {
		await using inner = await startFakeOpenAI(() => ({ text: "inner words" }));
		const runInner = tool(
			async () => {
				await run(inner, { input_value: "hi" }).response();
				return "done";
			},
			{ name: "run_inner", description: "Runs.", schema: z.object({}) },
		);
		const call = new AIMessage({ content: "", tool_calls: [{ id: "c", name: "run_inner", args: {}, type: "tool_call" }] });
		const outer = createAgent({ model: fakeModel().respond(call).respond(new AIMessage("outer answer")), tools: [runInner] });
		const seen: unknown[] = [];
		const stream = await outer.stream({ messages: [{ role: "user", content: "go" }] }, { streamMode: ["messages", "updates", "values"], subgraphs: true });
		for await (const event of stream) seen.push(event);
		expect(inner.requests).toHaveLength(1);
		expect(JSON.stringify(seen)).toContain("outer answer");
		expect(JSON.stringify(seen)).not.toContain("inner words");
	});

	test("never counts tokens with LangChain's tokenizer, which would download it first", async () => {
		await using server = await startFakeOpenAI(() => ({ text: "ok" }));
		const { response, context } = run(server, { input_value: "hi" });
		const { model: resolved } = await context.models.resolve({ name: "test-model", provider: "" });
		expect(await resolved.getNumTokens("abcdefgh")).toBeLessThan(10);
		await response();
		expect(Reflect.get(resolved, "_encoding")).toBeUndefined();
	});
});

describe("two outputs", () => {
	test("share one recall and one execution", async () => {
		await using server = await startFakeOpenAI(() => ({ text: '{"city": "Bonn"}' }));
		const session = testSession();
		session.say("one", "two");
		const { response, structuredResponse, events, tasks } = run(server, { input_value: "hi", summarize_older_messages: true }, session);
		expect(server.requests).toEqual([]);
		const [data, answer, again] = await Promise.all([structuredResponse(), response(), response()]);
		expect([data, answer.text, again]).toEqual([{ city: "Bonn" }, '{"city": "Bonn"}', answer]);
		expect(server.requests).toHaveLength(1);
		expect(events.filter(({ type }) => type === "recalled")).toHaveLength(1);
		expect(tasks).toHaveLength(1);
	});
});

describe("trouble", () => {
	test("more model calls than Max Iterations allows is an error that names the field", async () => {
		await using server = await startFakeOpenAI((_, index) => ({ calls: [{ id: `c${index}`, name: "evaluate_expression", args: '{"expression":"1"}' }] }));
		const { response } = run(server, { input_value: "hi", max_iterations: 20 });
		await expect(response()).rejects.toMatchObject({ code: "max-iterations", field: "max_iterations", message: expect.stringContaining("20 model calls") });
		expect(server.requests).toHaveLength(20);
	});

	test("cancelling while the answer streams closes the connection and asks the model no more", async () => {
		await using server = await startFakeOpenAI(() => ({ text: "one two three four", hang: true }));
		const turn = run(server, { input_value: "hi" }, { onEvent: (event) => event.type === "token" && turn.abort.abort() });
		await expect(turn.response()).rejects.toMatchObject({ name: "AgentError", code: "cancelled" });
		await server.closed;
		expect(server.requests).toHaveLength(1);
	});

	test("cancelling while a tool runs stops the loop before the next model call", async () => {
		await using server = await startFakeOpenAI(() => sum);
		const turn = run(server, { input_value: "hi" }, { onEvent: (event) => event.type === "tool-started" && turn.abort.abort() });
		await expect(turn.response()).rejects.toMatchObject({ code: "cancelled" });
		expect(server.requests).toHaveLength(1);
	});

	test("a run that is cancelled before it starts asks nothing", async () => {
		await using server = await startFakeOpenAI(() => ({ text: "ok" }));
		const turn = run(server, { input_value: "hi" });
		turn.abort.abort();
		await expect(turn.response()).rejects.toMatchObject({ code: "cancelled" });
		expect(server.requests).toEqual([]);
	});

	test("a tool that fails is told to the model, and shown as failed", async () => {
		await using server = await startFakeOpenAI((_, index) => (index === 0 ? { calls: [{ id: "c", name: "break", args: "{}" }] } : { text: "I could not." }));
		const broken = tool(() => Promise.reject(new Error("the disk is full")), { name: "break", description: "Fails.", schema: z.object({}) });
		const { response, events } = run(server, { input_value: "hi", tools: [broken] });
		expect(await response()).toMatchObject({
			text: "I could not.",
			contentBlocks: [{ contents: [{ name: "break", output: null, error: "Error: the disk is full" }] }],
		});
		expect(events).toContainEqual(expect.objectContaining({ type: "tool-finished", error: true, output: "Error: the disk is full" }));
		expect(server.requests[1]?.body.messages.at(-1)).toMatchObject({ role: "tool", content: "Error: the disk is full" });
	});

	test("a tool that does not exist is told to the model", async () => {
		await using server = await startFakeOpenAI((_, index) => (index === 0 ? { calls: [{ id: "c", name: "nothing", args: "{}" }] } : { text: "ok" }));
		expect((await run(server, { input_value: "hi" }).response()).contentBlocks).toMatchObject([{ contents: [{ name: "nothing", output: null }] }]);
	});

	test.each([
		["that are no JSON", '{"expression": '],
		["that do not fit the tool", '{"expression": 7}'],
	])("tool arguments %s are told to the model, or end the run when they are not to be handled", async (_, args) => {
		const reply = (index: number) => (index === 0 ? { calls: [{ id: "c", name: "evaluate_expression", args }] } : { text: "fixed" });
		await using server = await startFakeOpenAI((_request, index) => reply(index));
		expect((await run(server, { input_value: "hi" }).response()).text).toBe("fixed");
		await using strict = await startFakeOpenAI((_request, index) => reply(index));
		await expect(run(strict, { input_value: "hi", handle_parsing_errors: false }).response()).rejects.toMatchObject({ code: "invalid-reply" });
		expect(strict.requests).toHaveLength(1);
	});

	test.each([
		[401, "model-unauthorized", "refused the key"],
		[404, "unknown-model", "unknown to its endpoint"],
		[400, "model-rejected", "HTTP 400"],
	])("HTTP %i becomes %s, without key, prompt or the provider's words", async (status, code, words) => {
		await using server = await startFakeOpenAI(() => ({ error: { status, body: { error: { message: "key host-key and prompt my-prompt refused" } } } }));
		const error: unknown = await run(server, { input_value: "my-prompt" })
			.response()
			.catch((reason: unknown) => reason);
		expect(error).toMatchObject({ name: "AgentError", code, message: expect.stringContaining(words) });
		expect(error instanceof Error ? error.message : "").not.toMatch(/host-key|my-prompt/);
	});

	test("a provider's context error names what to lower", async () => {
		await using server = await startFakeOpenAI(() => ({ error: { status: 400, body: { error: { code: "context_length_exceeded", message: "too long" } } } }));
		await expect(run(server, { input_value: "hi" }).response()).rejects.toMatchObject({
			code: "context-overflow",
			message: expect.stringContaining("Number of Chat History Messages"),
		});
	});
});
