import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createWorld, textsOf } from "./agent.fixture.ts";
import { findRuleViolations } from "./testing/provider-rules.ts";
import { createThreadMemory } from "./thread-memory.ts";

describe("whole turns (langchain#34282, n8n#33431)", () => {
	test("no window starts with a tool result, and parallel calls stay with all their results", async () => {
		const { ask, violations, sent, folding, model } = createWorld();
		for (let turn = 1; turn <= 12; turn += 1) await ask(`q${turn} ${turn % 2 ? "tools:2*3" : ""}`);
		expect(violations()).toEqual([]);
		expect(model.requests.length).toBeGreaterThan(20);
		expect(textsOf(sent())[0]).toBe("summary");
		for (const request of folding.requests) expect(request.messages[0]?.role).toBe("user");
		const calls = folding.requests.flatMap(({ messages }) => messages.flatMap(({ text }) => text.match(/\[called look_up with/g) ?? []));
		const results = folding.requests.flatMap(({ messages }) => messages.filter(({ role }) => role === "tool"));
		expect(results.length).toBeGreaterThan(0);
		expect(calls).toHaveLength(results.length);
	});

	test("inside a tool loop the question stays, the view's start stays, and no fold happens twice", async () => {
		const history = Array.from({ length: 30 }, (_, place) => new HumanMessage(`m${place}`));
		const world = createWorld({ checkpointer: false });
		await world.invoke([...history, new HumanMessage("why tools:5*2")]);
		// 26 wait, 6 fit in a batch: a fold is due at every model call of the loop.
		expect(world.folding.requests).toHaveLength(1);
		expect(world.model.requests).toHaveLength(6);
		const start = textsOf(world.model.requests[0] ?? []);
		expect(start.at(-1)).toBe("why tools:5*2");
		for (const request of world.model.requests) expect(textsOf(request).slice(0, start.length)).toEqual(start);
		expect(world.violations()).toEqual([]);
	});

	test("pending calls are never folded, however many results are there", async () => {
		const { ask, folding } = createWorld({ foldThreshold: 1, recentMessages: 1 });
		await ask("q1 tools:4*5");
		expect(folding.requests).toEqual([]);
		await ask("q2");
		await ask("q3");
		expect(folding.requests[0]?.messages).toHaveLength(26);
	});

	test("a thread that ends with tool results, nothing by the user, is sent as it is (langchain#39261)", async () => {
		const memory = createThreadMemory({ summarizer: createWorld().folding.summarizer });
		const call = new AIMessage({ content: "", tool_calls: [{ id: "c", name: "look_up", args: {} }] });
		const messages = [call, new ToolMessage({ content: "r", tool_call_id: "c" })];
		expect((await memory.recall(messages, { threadId: "t" })).messages).toEqual(messages);
	});

	test("a user who speaks while a tool runs does not part the call from its late result", async () => {
		const { folding } = createWorld();
		const memory = createThreadMemory({ summarizer: folding.summarizer, recentMessages: 1, foldThreshold: 1, maxBatch: 2 });
		const messages = [
			new HumanMessage("q1"),
			new AIMessage({ content: "", tool_calls: [{ id: "c", name: "look_up", args: {} }] }),
			new HumanMessage("hurry"),
			new ToolMessage({ content: "late", tool_call_id: "c" }),
			new AIMessage("there"),
			...["q2", "q3", "q4"].map((text) => new HumanMessage(text)),
		];
		await memory.recall(messages, { threadId: "t" });
		expect(folding.requests[0]?.messages.map(({ text }) => text)).toEqual(["q1", "[called look_up with {}]", "hurry", "[result]\nlate", "there"]);
	});
});

/** A turn as a list of rounds, each a number of parallel calls. */
const turns = fc.array(fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 3 }), { minLength: 1, maxLength: 25 });
const limits = fc.record({
	recentMessages: fc.integer({ min: 1, max: 8 }),
	foldThreshold: fc.integer({ min: 1, max: 8 }),
	betweenFolds: fc.constantFrom("send" as const, "omit" as const),
});

function play(rounds: readonly (readonly number[])[]): readonly (readonly BaseMessage[])[] {
	const requests: BaseMessage[][] = [];
	const messages: BaseMessage[] = [];
	rounds.forEach((turn, place) => {
		messages.push(new HumanMessage(`q${place}`));
		requests.push([...messages]);
		turn.forEach((calls, round) => {
			const ids = Array.from({ length: calls }, (_, call) => `${place}.${round}.${call}`);
			messages.push(new AIMessage({ content: "", tool_calls: ids.map((id) => ({ id, name: "look_up", args: { id } })) }));
			messages.push(...ids.map((id) => new ToolMessage({ content: `r${id}`, tool_call_id: id })));
			requests.push([...messages]);
		});
		messages.push(new AIMessage(`a${place}`));
	});
	return requests;
}

test("whatever the turns and limits: every request keeps the rules, ends with its own turn, and each message is absorbed, sent or uncovered", async () => {
	await fc.assert(
		fc.asyncProperty(turns, limits, async (rounds, options) => {
			const { folding } = createWorld();
			const memory = createThreadMemory({ summarizer: folding.summarizer, maxBatch: 8, ...options });
			for (const messages of play(rounds)) {
				const { messages: sent, shown } = await memory.recall(messages, { threadId: "t" });
				expect(findRuleViolations(sent)).toEqual([]);
				const question = messages.findLastIndex(({ type }) => type === "human");
				const verbatim = shown.summary === undefined ? sent : sent.slice(1);
				expect(verbatim).toEqual(messages.slice(messages.length - verbatim.length));
				expect(verbatim.length).toBeGreaterThanOrEqual(messages.length - question);
				if (options.betweenFolds === "send") expect(shown.leftOut).toBeLessThanOrEqual(shown.absorbedCount + shown.uncovered);
			}
			const once = folding.requests.flatMap((request) => request.messages.map(({ id }) => id));
			expect(new Set(once).size).toBe(once.length);
		}),
		{ numRuns: 40 },
	);
});
