import { tool } from "@langchain/core/tools";
import { expect, test } from "vitest";
import { z } from "zod";
import { createAgentExecution } from "./agent-execution.ts";
import { startFakeOpenAI } from "./fake-openai.fixture.ts";
import { parseAgentInputs } from "./parse-agent-inputs.ts";
import { testContext } from "./test-context.fixture.ts";

const model = [{ name: "test-model", provider: "OpenAI" }];

test("a turn streams tokens, calls a tool and answers with its result", async () => {
	await using server = await startFakeOpenAI((_, index) =>
		index === 0 ? { calls: [{ id: "call-1", name: "evaluate_expression", args: '{"expression":"6*7"}' }] } : { text: "The result is 42." },
	);
	const { context, events } = testContext({ openai: { apiKey: "host-key", baseUrl: server.baseUrl } });
	const { response } = createAgentExecution(parseAgentInputs({ model, input_value: "What is 6*7?" }), context);
	const answer = await response();
	expect(answer).toMatchObject({ text: "The result is 42.", model: "test-model", usage: { inputTokens: 22, outputTokens: 14 } });
	expect(events.map(({ type }) => type)).toEqual(["model-called", "tool-started", "tool-finished", "token", "token", "token", "token", "model-called"]);
	expect(events.flatMap((event) => (event.type === "token" ? [event.chunk] : [])).join("")).toBe("The result is 42.");
	expect(answer.contentBlocks[0]?.contents).toMatchObject([
		{ type: "tool_use", name: "evaluate_expression", tool_input: { expression: "6*7" }, output: "42", error: null },
	]);
	expect(server.requests.map(({ authorization }) => authorization)).toEqual(["Bearer host-key", "Bearer host-key"]);
});

test("an agent used as another agent's tool shows no tokens in the other one's stream", async () => {
	await using inner = await startFakeOpenAI(() => ({ text: "inner secret words" }));
	await using outer = await startFakeOpenAI((_, index) =>
		index === 0 ? { calls: [{ id: "c", name: "ask_inner", args: '{"question":"?"}' }] } : { text: "outer answer" },
	);
	const innerContext = testContext({ openai: { apiKey: "k", baseUrl: inner.baseUrl } });
	const askInner = tool(
		async ({ question }) => (await createAgentExecution(parseAgentInputs({ model, input_value: question }), innerContext.context).response()).text,
		{ name: "ask_inner", description: "Asks the inner agent.", schema: z.object({ question: z.string() }) },
	);
	const { context, events } = testContext({ openai: { apiKey: "k", baseUrl: outer.baseUrl } });
	const { text } = await createAgentExecution(parseAgentInputs({ model, input_value: "go", tools: [askInner] }), context).response();
	expect(text).toBe("outer answer");
	expect(events.flatMap((event) => (event.type === "token" ? [event.chunk] : [])).join("")).toBe("outer answer");
	expect(innerContext.events.some(({ type }) => type === "token")).toBe(true);
});
