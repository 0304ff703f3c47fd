import { describe, expect, test } from "vitest";
import { idsFrom, idsOf, scope, setUp } from "./set-up.fixture.ts";

const countTokens = (text: string) => text.length;

describe("recentTokens", () => {
	test("shrinks the recent window from its old end; what leaves it joins the backlog", async () => {
		const { compressor, say } = setUp({ recentTokens: 30, countTokens, foldThreshold: 5 });
		say(6, { text: "x".repeat(10) });
		const view = await compressor.recall(scope);
		expect(idsOf(view.messages)).toEqual(idsFrom(1, 6));
		expect(view.backlog).toBe(3);
	});

	test("lets what left the window be folded", async () => {
		const { compressor, say, model } = setUp({ recentTokens: 20, countTokens });
		say(6, { text: "x".repeat(10) });
		const view = await compressor.recall(scope);
		expect(model.batches).toEqual([idsFrom(1, 4)]);
		expect(idsOf(view.messages)).toEqual(idsFrom(5, 6));
		expect(view.uncovered).toBe(0);
	});

	test("leaves absorbed messages out of the view", async () => {
		const { compressor, say } = setUp({ recentTokens: 20, countTokens });
		say(6, { text: "x".repeat(10) });
		await compressor.recall(scope);
		expect(idsOf((await compressor.recall(scope, { recentMessages: 50 })).messages)).toEqual(idsFrom(5, 6));
	});

	test("never cuts the last exchange", async () => {
		const { compressor, say, log } = setUp({ recentTokens: 5, countTokens, betweenFolds: "omit" });
		say(4, { text: "x".repeat(100) });
		log.append({ ...scope, id: "tail", role: "assistant", text: "x".repeat(100) });
		expect(idsOf((await compressor.recall(scope)).messages)).toEqual(["m3", "m4", "tail"]);
	});

	test("keeps the whole window when the last user message lies before it", async () => {
		const { compressor, log } = setUp({ recentTokens: 5, countTokens, betweenFolds: "omit" });
		for (let place = 1; place <= 4; place++) log.append({ ...scope, id: `a${place}`, role: "assistant", text: "x".repeat(100) });
		expect((await compressor.recall(scope)).messages).toHaveLength(4);
	});

	test("holds without a store too", async () => {
		const { another, say, store } = setUp({ recentTokens: 20, countTokens });
		say(6, { text: "x".repeat(10) });
		const failing = another({ store: { ...store, load: () => Promise.reject(new Error("Gone.")) } });
		expect(await failing.recall(scope)).toMatchObject({ messages: [{ id: "m5" }, { id: "m6" }], uncovered: 4 });
	});
});

describe("summaryPlacement 'merge' (semantic-kernel#10281)", () => {
	test("puts the summary before the text of the first user message", async () => {
		const { compressor, say, log } = setUp({ summaryPlacement: "merge" });
		say(8);
		const view = await compressor.recall(scope);
		expect(view.merged).toBe(true);
		expect(view.messages[0]).toMatchObject({ id: "m5", text: `${view.summary?.text}\n\nmessage 5` });
		expect(view.messages.slice(1).map(({ text }) => text)).toEqual(["message 6", "message 7", "message 8"]);
		expect(log.rows(scope)[4]?.text).toBe("message 5");
	});

	test("keeps a message of its own before an assistant's message, so that the roles still alternate", async () => {
		const { compressor, say } = setUp({ summaryPlacement: "merge", recentMessages: 3 });
		say(8);
		const view = await compressor.recall(scope);
		expect(view.messages.map(({ role }) => role)).toEqual(["assistant", "user", "assistant"]);
		expect(view).toMatchObject({ merged: false, messages: [{ text: "message 6" }, { text: "message 7" }, { text: "message 8" }] });
	});

	test("keeps a message of its own when the view holds no user message", async () => {
		const { compressor, log } = setUp({ summaryPlacement: "merge" });
		for (let place = 1; place <= 8; place++) log.append({ ...scope, id: `m${place}`, role: "assistant", text: "." });
		const view = await compressor.recall(scope);
		expect(view).toMatchObject({ merged: false, absorbedCount: 4 });
		expect(view.messages.map(({ text }) => text)).toEqual([".", ".", ".", "."]);
	});

	test("merges nothing before the first fold", async () => {
		const { compressor, say } = setUp({ summaryPlacement: "merge" });
		say(2);
		expect(await compressor.recall(scope)).toMatchObject({ merged: false, messages: [{ text: "message 1" }, { text: "message 2" }] });
	});
});
