import { expect, test } from "vitest";
import { summaryOpening } from "./coverage.ts";
import { newFolds, parseSessionMemory, usedMemory } from "./session-memory.ts";

const fold = (id: string, more: object = {}) => ({ id, outcome: "saved", message_count: 20, model: "m", prompt_chars: 400, ...more });
const memory = (summary: string | undefined, journal: readonly object[] = []) =>
	parseSessionMemory({
		state: summary === undefined ? null : { summary, pinned: {}, absorbed_count: 20, covered_until: { message_id: "x" }, incarnation: "i", version: 1 },
		backlog: 0,
		recent_window: 10,
		uncovered: 0,
		fold_due: false,
		journal,
	});

test("folds are counted once; a failed one costs tokens but is none", () => {
	const before = memory("s", [fold("1")]);
	const after = memory("s", [fold("3", { outcome: "failed", code: "timeout" }), fold("2", { usage: { input_tokens: 70, output_tokens: 9 } }), fold("1")]);
	expect(newFolds(before, after)).toEqual({ folds: 1, foldTokens: { input: 170, output: 9 } });
	expect(newFolds(after, after)).toEqual({ folds: 0, foldTokens: { input: 0, output: 0 } });
});

test("the memory that a call was made from is the one whose summary it carries", () => {
	const [none, old, next] = [memory(undefined), memory("- <b>one</b>"), memory("- two")];
	const sent = (text: string) => ({ role: "user", text: `${summaryOpening}\n${text}` });
	expect(usedMemory([old, next], sent("- [b]one[/b]"))).toBe(old);
	expect(usedMemory([old, next], sent("- two"))).toBe(next);
	expect(usedMemory([none, next], { role: "user", text: "hello" })).toBe(none);
	expect(usedMemory([old, next], sent("- something else"))).toBe(old);
});
