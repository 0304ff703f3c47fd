import { AIMessage, type AIMessageChunk, type BaseMessageLike, HumanMessage, ToolMessage } from "@langchain/core/messages";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { facts, question, smallTalk, statement } from "./facts.fixture.ts";
import { createOfflineModel } from "./offline-model.ts";

const model = createOfflineModel();
const ask = async (messages: BaseMessageLike[]) => (await model.invoke(messages)).text;
const talk: BaseMessageLike[] = smallTalk.flatMap((text): BaseMessageLike[] => [
	["human", text],
	["ai", "Noted."],
]);
const calculator = {
	type: "function",
	function: {
		name: "evaluate_expression",
		description: "Computes an arithmetic expression.",
		parameters: { type: "object", properties: { expression: { type: "string" } }, required: ["expression"] },
	},
};
const clock = {
	type: "function",
	function: { name: "get_current_date", description: "Returns the current date.", parameters: { type: "object", properties: {} } },
};
const fetcher = {
	type: "function",
	function: {
		name: "fetch_content",
		description: "Fetches pages.",
		parameters: { type: "object", properties: { urls: { type: "array", items: { type: "string" } } } },
	},
};
const bound = () => createOfflineModel().bindTools?.([calculator, clock, fetcher]) ?? expect.fail("The model binds no tools.");
const callsOf = (message: AIMessageChunk) => message.tool_calls?.map(({ name, args }) => ({ name, args }));

describe("answers", () => {
	test("hold the stated value, whatever the fact and however it is put, and not the distractor's", async () => {
		await fc.assert(
			fc.asyncProperty(facts(2), statement, statement, question, async ([asked, other], say, sayOther, put) => {
				if (asked === undefined || other === undefined) return;
				const text = await ask([["human", say(asked)], ["ai", "Noted."], ["human", sayOther(other)], ["ai", "Noted."], ...talk, ["human", put(asked.thing)]]);
				expect(text).toContain(asked.value);
				expect(text).not.toContain(other.value);
			}),
			{ numRuns: 60 },
		);
	});

	test("say that nothing was found when the fact was withheld, however much else was said", async () => {
		await fc.assert(
			fc.asyncProperty(facts(3), statement, question, async ([asked, ...others], say, put) => {
				if (asked === undefined) return;
				const text = await ask([...others.map((fact): BaseMessageLike => ["human", say(fact)]), ...talk, ["human", put(asked.thing)]]);
				expect(text).toMatch(/^Offline demo model, not an LLM: I found nothing about “.*” in what I was sent\.$/);
				expect(text).toContain(asked.thing);
			}),
			{ numRuns: 60 },
		);
	});

	test("do not come from a neighbour that shares half of the question's words", async () => {
		await fc.assert(
			fc.asyncProperty(facts(3), async ([kind, asked, other]) => {
				if (kind === undefined || asked === undefined || other === undefined) return;
				const messages: BaseMessageLike[] = [["human", `Our ${kind.thing} ${other.thing} is ${other.value}.`], ["ai", "Noted."], ...talk];
				expect(await ask([...messages, ["human", `What is our ${kind.thing} ${asked.thing}?`]])).toContain("found nothing");
				expect(await ask([...messages, ["human", `When did the ${asked.thing} of the ${kind.thing} start?`]])).toContain("found nothing");
				expect(await ask([...messages, ["human", `What is our ${kind.thing} ${other.thing}?`]])).toContain(other.value);
			}),
			{ numRuns: 40 },
		);
	});

	test("come from the system prompt, a summary message and the input as well", async () => {
		const summary = "Here is a summary of the conversation to date:\n\nKey facts:\n- tarok: KX-11\n\nSummary:\n- User: our bagul is ZZ-9.";
		expect(
			await ask([
				["human", summary],
				["ai", "ok"],
				["human", "Which tarok are we on?"],
			]),
		).toBe("tarok: KX-11");
		expect(
			await ask([
				["human", summary],
				["ai", "ok"],
				["human", "What is our bagul?"],
			]),
		).toContain("ZZ-9");
		expect(
			await ask([
				["system", "The support bagul is at desk QQ-4."],
				["ai", "ok"],
				["human", "Where is the bagul?"],
			]),
		).toContain("QQ-4");
		expect(
			await ask([
				["ai", "ok"],
				["human", "My bagul is RR-1. What is my bagul?"],
			]),
		).toContain("RR-1");
	});

	test("prefer the later of two statements of one thing", async () => {
		expect(
			await ask([
				["human", "Our bagul is AA-1."],
				["ai", "ok"],
				["human", "Our bagul is BB-2."],
				["ai", "ok"],
				["human", "What is our bagul?"],
			]),
		).toContain("BB-2");
	});

	test("do not take earlier questions or their own earlier failures for facts", async () => {
		const first = await ask([["human", "Which tarok are we on?"]]);
		const again = await ask([
			["human", "Which tarok are we on? Is it the KX-1 tarok?"],
			["ai", first],
			["human", "Which tarok are we on?"],
		]);
		expect(again).toContain("found nothing");
	});

	test("are found in a pasted log of 30,000 characters that names the thing on every line", async () => {
		const log = Array.from({ length: 600 }, (_, index) => `2026-01-01 00:00:${index} ERROR cluster node ${index} is not reachable`).join("\n");
		const messages: BaseMessageLike[] = [
			["human", "I'm working on project PRJ-123 on the EU cluster."],
			["ai", "Noted."],
			["human", log],
			["ai", "Noted."],
		];
		expect(await ask([...messages, ["human", "Which cluster were we on again?"]])).toBe("I'm working on project PRJ-123 on the EU cluster.");
	});

	test("name the model in the first answer and in the metadata of every one", async () => {
		expect(await ask([["human", "My bagul is RR-1."]])).toBe("Offline demo model, not an LLM. Noted.");
		const later = await model.invoke([
			["human", "My bagul is RR-1."],
			["ai", "Noted."],
			["human", "Thanks."],
		]);
		expect(later.text).toBe("Noted.");
		expect(later.response_metadata).toMatchObject({ model_name: "offline-demo", finish_reason: "stop", notice: "Offline demo model, not an LLM" });
	});

	test("in scripts without spaces", async () => {
		expect(
			await ask([
				["human", "プロジェクトはPRJ-77です。"],
				["ai", "ok"],
				["human", "プロジェクトは何ですか？"],
			]),
		).toContain("PRJ-77");
	});
});

describe("streaming", () => {
	test("gives the same text in pieces, then usage and finish reason", async () => {
		const messages: BaseMessageLike[] = [
			["human", "Our bagul is AA-1 on the third floor."],
			["ai", "ok"],
			["human", "What is our bagul?"],
		];
		const chunks: AIMessageChunk[] = [];
		for await (const chunk of await model.stream(messages)) chunks.push(chunk);
		expect(chunks.map(({ text }) => text).join("")).toBe(await ask(messages));
		expect(chunks.length).toBeGreaterThan(5);
		const whole = chunks.reduce((left, right) => left.concat(right));
		expect(whole.response_metadata.finish_reason).toBe("stop");
		expect(whole.usage_metadata).toMatchObject({ input_tokens: 28, output_tokens: 10, total_tokens: 38 });
	});

	test("stops when it is cancelled", async () => {
		const abort = new AbortController();
		const read = async () => {
			for await (const _ of await model.stream([["human", "What is a bagul?"]], { signal: abort.signal })) abort.abort();
		};
		await expect(read()).rejects.toThrow(/abort/i);
	});
});

describe("tools", () => {
	test.each([
		["What is 12 * (3 + 4)?", "evaluate_expression", { expression: "12 * (3 + 4)" }],
		["how much is 1,200 plus 34", "evaluate_expression", { expression: "1200 + 34" }],
		["What day is it today?", "get_current_date", {}],
		["Sum up https://example.com/a?b=1, please.", "fetch_content", { urls: ["https://example.com/a?b=1"] }],
	])("%s calls %s", async (input, name, args) => {
		const message = await bound().invoke(input);
		expect(callsOf(message)).toEqual([{ name, args }]);
		expect(message.response_metadata.finish_reason).toBe("tool_calls");
	});

	test.each(["I'm on project PRJ-12-3 since 2024-05-06.", "Call me at 555-123-4567.", "Version 1.2.3/4 is out?", "Hello!"])("%s calls none", async (input) => {
		expect(callsOf(await bound().invoke(input))).toEqual([]);
	});

	test("stream as tool call chunks", async () => {
		let whole: AIMessageChunk | undefined;
		for await (const chunk of await bound().stream("What is 2 + 2?")) whole = whole?.concat(chunk) ?? chunk;
		expect(whole && callsOf(whole)).toEqual([{ name: "evaluate_expression", args: { expression: "2 + 2" } }]);
	});

	test("are not called again once they have answered, and the answer comes from what they gave", async () => {
		const call = await bound().invoke("What is 2 + 2?");
		const result = new ToolMessage({ content: "4", name: "evaluate_expression", tool_call_id: call.tool_calls?.[0]?.id ?? "" });
		const answer = await bound().invoke([new HumanMessage("What is 2 + 2?"), new AIMessage({ content: "", tool_calls: call.tool_calls ?? [] }), result]);
		expect(answer.text).toBe("evaluate_expression: 4");
		expect(callsOf(answer)).toEqual([]);
	});

	test("that are asked for by name get the rest of the sentence", async () => {
		const lookup = {
			type: "function",
			function: { name: "order_lookup", parameters: { type: "object", properties: { query: { type: "string" } }, required: ["query"] } },
		};
		const withLookup = createOfflineModel().bindTools?.([lookup]);
		expect(callsOf(await (withLookup ?? expect.fail()).invoke("Please use the order lookup to find order 4711."))).toEqual([
			{ name: "order_lookup", args: { query: "order 4711" } },
		]);
	});

	test("that must be called are filled from what was said, and with empty values where nothing was", async () => {
		const extraction = {
			type: "function",
			function: {
				name: "extract",
				parameters: {
					type: "object",
					properties: {
						project_id: { type: "string" },
						seats: { type: "integer" },
						urgent: { type: "boolean" },
						tags: { type: "array", items: { type: "string" } },
						missing: { type: "string" },
					},
				},
			},
		};
		const forced = createOfflineModel().bindTools?.([extraction], { tool_choice: "extract" });
		const message = await (forced ?? expect.fail()).invoke("I'm on project PRJ-5. The seats: 12. urgent: yes. tags: red");
		expect(callsOf(message)).toEqual([{ name: "extract", args: { project_id: "PRJ-5", seats: 12, urgent: true, tags: ["red"], missing: "" } }]);
	});
});

test("the same messages give the same reply, and nothing of one conversation reaches another", async () => {
	const secret: BaseMessageLike[] = [
		["human", "Our bagul is AA-1."],
		["ai", "ok"],
		["human", "What is our bagul?"],
	];
	const replies = await Promise.all([ask(secret), ask([["human", "What is our bagul?"]]), ask(secret)]);
	expect(replies[0]).toBe(replies[2]);
	expect(replies[1]).toContain("found nothing");
});

test.each([
	["invoked", async () => void (await ask([["human", "My city is Oslo."]]))],
	[
		"streamed",
		async () => {
			for await (const chunk of await model.stream("My city is Oslo.")) expect(chunk.text).toBeTypeOf("string");
		},
	],
])("many calls in a row, %s, leave room for other work of the process", async (_how, call) => {
	let others = 0;
	const other = setInterval(() => others++, 0);
	for (let calls = 0; calls < 50; calls++) await call();
	clearInterval(other);
	expect(others).toBeGreaterThan(0);
});
