import { describe, expect, test } from "vitest";
import { createAgentExecution } from "./agent-execution.ts";
import { startFakeOpenAI } from "./fake-openai.fixture.ts";
import { parseAgentInputs } from "./parse-agent-inputs.ts";
import { type TestSession, testSession } from "./session.fixture.ts";
import { type TestContextOptions, testContext, testScope } from "./test-context.fixture.ts";

const pinned_keys = ["project_id", "cluster"];
let turns = 0;

/** One turn as a host runs it: store the input, run, store the answer, then what was registered for after the run. */
async function turn(session: TestSession, text: string, raw: Readonly<Record<string, unknown>>, options: TestContextOptions = {}): Promise<string> {
	turns += 1;
	const run = testContext({ ...session, ...options });
	const row = session.log.append({ ...testScope, id: `in${turns}`, text });
	const answer = await createAgentExecution(parseAgentInputs({ ...raw, input_value: row }), run.context).response();
	session.log.append({ ...testScope, id: `out${turns}`, role: "assistant", text: answer.text });
	for (const task of run.tasks) await task();
	return answer.text;
}

async function story(raw: Readonly<Record<string, unknown>>): Promise<{ readonly answer: string; readonly session: TestSession }> {
	const session = testSession({ foldThreshold: 20, maxBatch: 60 });
	await turn(session, "I'm working on project PRJ-123 on the EU cluster.", raw);
	const log = Array.from({ length: 600 }, (_, index) => `2026-11-30 11:00:00 ERROR worker ${index}: connection refused`)
		.join("\n")
		.slice(0, 30_000);
	for (let exchange = 2; exchange <= 60; exchange += 1) await turn(session, exchange === 30 ? log : `Step ${exchange} of the migration went fine.`, raw);
	return { answer: await turn(session, "Which cluster were we on again?", raw), session };
}

describe("the story: 60 exchanges, a pasted log, a question about the first message", () => {
	test("10 messages and the switch on: the answer, the state and the journal name the cluster", async () => {
		const { answer, session } = await story({ n_messages: 10, summarize_older_messages: true, pinned_keys });
		expect(answer).toContain("EU");
		expect((await session.store.load(testScope))?.pinned).toEqual({ project_id: "PRJ-123", cluster: "EU" });
		expect((await session.store.journal.list(testScope)).filter(({ outcome }) => outcome === "saved").length).toBeGreaterThan(3);
	});

	test("100 messages and the switch off: the model finds nothing, and says so", async () => {
		const { answer } = await story({ n_messages: 100 });
		expect(answer).toMatch(/^Offline demo model, not an LLM: I found nothing about “cluster”/);
	});
});

describe("folding", () => {
	const raw = { n_messages: 2, summarize_older_messages: true };

	test("happens after the run with the Agent's own model, and its call is no part of the turn", async () => {
		await using server = await startFakeOpenAI(({ body }) => ({ text: body.stream === true ? "answer" : '{"pinned":{},"summary":"- folded"}' }));
		const session = testSession();
		session.say("one", "two", "three", "four", "five", "six");
		const openai = { apiKey: "k", baseUrl: server.baseUrl, defaultModel: "agent-model" };
		expect(await turn(session, "go", raw, { openai })).toBe("answer");
		expect(server.requests.map(({ body }) => [body.model, body.stream ?? false, body.tools?.length ?? 0])).toEqual([
			["agent-model", true, 2],
			["agent-model", false, 0],
		]);
		expect(server.requests[1]?.body.response_format).toBeUndefined();
		expect(await session.store.load(testScope)).toMatchObject({ summary: "- folded", summaryModel: "agent-model" });
	});

	test("uses the summary model when there is one", async () => {
		await using server = await startFakeOpenAI(({ body }) => ({ text: body.model === "small" ? '{"pinned":{},"summary":"- by small"}' : "answer" }));
		const session = testSession();
		session.say("one", "two", "three", "four", "five", "six");
		await turn(
			session,
			"go",
			{ ...raw, summary_model: [{ name: "small", provider: "OpenAI" }] },
			{ openai: { apiKey: "k", baseUrl: server.baseUrl, defaultModel: "big" } },
		);
		expect(await session.store.load(testScope)).toMatchObject({ summary: "- by small", summaryModel: "small" });
	});

	test("inline shows nothing of the summary in the token stream", async () => {
		await using server = await startFakeOpenAI(({ body }) => ({ text: body.tools === undefined ? '{"pinned":{},"summary":"- hidden words"}' : "visible" }));
		const session = testSession({ foldTiming: "inline" });
		session.say("one", "two", "three", "four", "five", "six", "seven", "eight");
		const tokens: string[] = [];
		await turn(session, "go", raw, {
			openai: { apiKey: "k", baseUrl: server.baseUrl, defaultModel: "m" },
			onEvent: (event) => event.type === "token" && tokens.push(event.chunk),
		});
		expect(tokens.join("")).toBe("visible");
		expect(JSON.stringify(server.requests[1]?.body.messages)).toContain("hidden words");
	});

	test("that fails leaves the turn as it is", async () => {
		await using server = await startFakeOpenAI(({ body }) =>
			body.tools === undefined ? { error: { status: 401, body: { error: { message: "no" } } } } : { text: "answer" },
		);
		const session = testSession({ foldTiming: "inline" });
		session.say("one", "two", "three", "four", "five", "six", "seven", "eight");
		expect(await turn(session, "go", raw, { openai: { apiKey: "k", baseUrl: server.baseUrl, defaultModel: "m" } })).toBe("answer");
		expect((await session.store.journal.list(testScope)).map(({ code }) => code)).toContain("unauthorized");
	});

	test("is not registered while the switch is off or no history is wanted", async () => {
		const session = testSession();
		session.say("one", "two");
		for (const values of [{}, { ...raw, n_messages: 0 }]) {
			const run = testContext(session);
			await createAgentExecution(parseAgentInputs({ ...values, input_value: "hi" }), run.context).response();
			expect(run.tasks).toEqual([]);
		}
	});
});

test("a deleted session is not remembered under its old name", async () => {
	const raw = { n_messages: 2, summarize_older_messages: true, pinned_keys };
	const session = testSession();
	await turn(session, "I'm working on project PRJ-123 on the EU cluster.", raw);
	for (let count = 0; count < 6; count += 1) await turn(session, "Fine.", raw);
	expect(await turn(session, "Which cluster is it?", raw)).toContain("EU");
	session.log.deleteSession(testScope);
	expect(await turn(session, "Which cluster is it?", raw)).toContain("found nothing");
});

test("every model call is told by references: rows with revisions, the state of the summary, the round", async () => {
	await using server = await startFakeOpenAI((_, index) =>
		index === 0 ? { calls: [{ id: "c", name: "evaluate_expression", args: '{"expression":"1+1"}' }] } : { text: "2" },
	);
	const session = testSession();
	session.say("one", "two", "three", "four", "five", "six");
	await session.compressor.fold(testScope, { recentMessages: 2 });
	session.log.update("m6", { text: "six, edited" });
	const run = testContext({ ...session, openai: { apiKey: "k", baseUrl: server.baseUrl } });
	const input = session.log.append({ ...testScope, id: "in", text: "1+1?" });
	await createAgentExecution(parseAgentInputs({ model: "m", n_messages: 2, summarize_older_messages: true, input_value: input }), run.context).response();
	const calls = run.events.flatMap((event) => (event.type === "model-called" ? [event.call] : []));
	const state = await session.store.load(testScope);
	const sent = {
		model: "m",
		messages: [
			{ id: "m5", revision: 0 },
			{ id: "m6", revision: 1 },
			{ id: "in", revision: 0 },
		],
		summary: { incarnation: state?.incarnation, version: state?.version, chars: expect.any(Number) },
		usage: { inputTokens: 11, outputTokens: 7 },
	};
	expect(calls).toMatchObject([
		{ ...sent, round: 0, messageCount: 5 },
		{ ...sent, round: 1, messageCount: 7 },
	]);
	expect(JSON.stringify(calls)).not.toContain("edited");
	expect(server.requests[0]?.body.messages.map(({ role }) => role)).toEqual(["system", "user", "user", "assistant", "user"]);
});
