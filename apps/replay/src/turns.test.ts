import { expect, test } from "vitest";
import { silentAnswer, turnsOf } from "./turns.ts";

test("a turn is a user message and the last assistant text before the next one", () => {
	const turns = turnsOf([
		{ role: "system", content: "be kind" },
		{ role: "assistant", content: "welcome" },
		{ role: "user", content: "first" },
		{ role: "assistant", content: "let me look" },
		{ role: "assistant", content: null, tool_calls: [] },
		{ role: "tool", content: '{"id": 7}' },
		{ role: "assistant", content: "found it" },
		{ role: "assistant", content: "  " },
		{ role: "user", content: "second" },
		{ role: "tool", content: "late" },
		{ role: "user", content: "third" },
		{ role: "assistant" },
	]);
	expect(turns).toEqual([
		{ input: "first", answer: "found it" },
		{ input: "second", answer: silentAnswer },
		{ input: "third", answer: silentAnswer },
	]);
});

test("a blank user message is no turn", () => {
	expect(
		turnsOf([
			{ role: "user", content: " " },
			{ role: "user", content: "x" },
		]),
	).toEqual([{ input: "x", answer: silentAnswer }]);
});
