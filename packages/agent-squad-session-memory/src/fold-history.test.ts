import { type Summarizer, SummarizerError } from "@foldback/session-compressor";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createSummarizer } from "./create-summarizer.ts";
import { createMemoryChatStorage } from "./memory-chat-storage.ts";
import { assistant, chat, converse, textsOf, user } from "./summarizing.fixture.ts";
import { SummarizingChatStorage } from "./summarizing-chat-storage.ts";

/** A model that refuses every batch with one of these texts and folds others to a bullet per message. */
function refusing(isRefused: (text: string) => boolean, options: { maxBatch?: number; summaryWords?: number } = {}) {
	const batches: string[][] = [];
	const model: Summarizer = async ({ messages, summary }) => {
		const texts = messages.map(({ text }) => text);
		batches.push(texts);
		if (texts.some(isRefused)) return { text: "I'm sorry, I can't help with that.", model: "strict" };
		const bullets = [summary, ...texts.map((text) => `- ${text}`)].filter(Boolean).join("\n");
		return { text: JSON.stringify({ pinned: {}, summary: bullets }), model: "strict" };
	};
	return { summarize: createSummarizer({ model, ...options }), batches };
}

const history = (messages: number) =>
	Array.from({ length: messages }, (_, place) => (place % 2 === 0 ? user : assistant)(`m${place + 1}`)).concat([user("newest"), assistant("answer")]);

const codeOf = async (work: Promise<unknown>) => {
	const error: unknown = await work.catch((caught: unknown) => caught);
	return SummarizerError.isInstance(error) ? error.code : error;
};

describe("a message that no call can fold", () => {
	test("is found by halving, tried twice alone, passed over when others are folded after it, and the summary says so", async () => {
		const { summarize, batches } = refusing((text) => text === "m1");
		const [summary] = textsOf(await summarize(history(8), 2));
		expect(batches.map((texts) => texts.join(" "))).toEqual(["m1 m2 m3 m4 m5 m6 m7 m8", "m1 m2 m3 m4", "m1 m2", "m1", "m1", "m2", "m3 m4", "m5 m6 m7 m8"]);
		expect(summary).toContain("- One user message (2 characters) could not be summarised.");
		for (const text of ["m2", "m3", "m8"]) expect(summary).toContain(`- ${text}\n`.trimEnd());
		expect(summary).not.toMatch(/- m1$/m);
	});

	test("and its answer, which quotes it, are both passed over", async () => {
		const { summarize } = refusing((text) => text === "m3" || text === "m4");
		const [summary] = textsOf(await summarize(history(8), 2));
		expect(summary?.match(/could not be summarised/g)).toHaveLength(2);
		for (const text of ["m1", "m2", "m5", "m6", "m7", "m8"]) expect(summary).toContain(`- ${text}`);
	});

	test("is not passed over by a model that has folded nothing since: the history stays as it is", async () => {
		expect(await codeOf(refusing((text) => text === "m1").summarize(history(1), 2))).toBe("refusal");
		expect(await codeOf(refusing((text) => text === "m4", { maxBatch: 3 }).summarize(history(4), 2))).toBe("refusal");
	});

	test("does not keep a chat from being summarised", async () => {
		const { summarize } = refusing((text) => text === "question 1");
		const storage = new SummarizingChatStorage({ wrapping: createMemoryChatStorage(), summarizer: summarize, triggerAt: 3 });
		await converse(storage, chat, 4);
		expect(textsOf(await storage.fetchChat(...chat))).toEqual([expect.stringContaining("could not be summarised"), "Understood.", "question 4", "answer 4"]);
		expect(textsOf(await storage.fetchAllChats("ann", "s1"))[0]).toContain("question 1");
	});
});

test("a batch that is too much for the model is folded in halves", async () => {
	const sizes: number[] = [];
	const model: Summarizer = async ({ messages }) => {
		sizes.push(messages.length);
		if (messages.length > 3) throw new SummarizerError("context-overflow", "The prompt is too long.");
		return { text: JSON.stringify({ pinned: {}, summary: `- ${sizes.length}` }), model: "small" };
	};
	expect(textsOf(await createSummarizer({ model })(history(8), 2))).toHaveLength(4);
	expect(sizes).toEqual([8, 4, 2, 2, 4, 2, 2]);
});

describe("a model that does not work", () => {
	test("any more, after it has passed a message over, is no reason to pass over what follows", async () => {
		const { summarize } = refusing((text) => text === "m1" || Number(text.slice(1)) > 4, { maxBatch: 4 });
		expect(await codeOf(summarize(history(6), 2))).toBe("refusal");
	});

	test("refuses 16 calls at most, and nothing is dropped", async () => {
		const { summarize, batches } = refusing(() => true);
		expect(await codeOf(summarize(history(60), 2))).toBe("refusal");
		expect(batches).toHaveLength(16);
	});

	test("refuses 50 calls at most when it folds some in between", async () => {
		const { summarize, batches } = refusing((text) => Number(text.slice(1)) % 2 === 0);
		expect(await codeOf(summarize(history(120), 2))).toBe("refusal");
		expect(batches.filter((texts) => texts.some((text) => Number(text.slice(1)) % 2 === 0))).toHaveLength(50);
	});

	test("for another reason than its reply is not asked again", async () => {
		let calls = 0;
		const model: Summarizer = async () => {
			calls += 1;
			throw new SummarizerError("rate-limited", "Too many requests.");
		};
		expect(await codeOf(createSummarizer({ model })(history(8), 2))).toBe("rate-limited");
		expect(calls).toBe(1);
	});
});

test("whichever messages are refused: each other one is folded once, in order, and each of those is counted, or nothing is", async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.integer({ min: 1, max: 40 }),
			fc.uniqueArray(fc.integer({ min: 1, max: 40 })),
			fc.integer({ min: 1, max: 12 }),
			async (length, refused, maxBatch) => {
				const { summarize } = refusing((text) => refused.some((place) => text === `m${place}`), { maxBatch, summaryWords: 2_000 });
				const result = await summarize(history(length), 2).catch((error: unknown) => error);
				if (!Array.isArray(result)) return void expect(SummarizerError.isInstance(result) && result.code).toBe("refusal");
				const summary = textsOf(result)[0] ?? "";
				const places = Array.from({ length }, (_, place) => place + 1);
				expect([...summary.matchAll(/^- m(\d+)$/gm)].map(([, place]) => Number(place))).toEqual(places.filter((place) => !refused.includes(place)));
				expect(summary.match(/could not be summarised/g) ?? []).toHaveLength(places.filter((place) => refused.includes(place)).length);
			},
		),
		{ numRuns: 300 },
	);
});
