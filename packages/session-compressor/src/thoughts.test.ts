import fc from "fast-check";
import { expect, test } from "vitest";
import { hostileText } from "./hostile-text.fixture.ts";
import { withoutThoughts } from "./thoughts.ts";

test.each([
	["no thought", "answer", "answer"],
	["one before the answer", "<think>a</think>answer", "answer"],
	["another name and case", "<Thinking>a\nb</THINKING>\n\nanswer", "\n\nanswer"],
	["several", "<think>a</think>one <thinking>b</thinking>two", "one two"],
	["a missing opening tag: all before is thought", "first I draft {x} </think>answer", "answer"],
	["a missing closing tag: all after is thought", "answer <think>but wait", "answer "],
	["a second closing tag: all before it is thought", "one<think>a</think>two</think>answer", "answer"],
	["one inside another", "<think>a<think>b</think>c</think>answer", "answer"],
	["nothing but thought", "<think>a</think>", ""],
	["other tags stay", "<b>a</b> <thinker>x</thinker>", "<b>a</b> <thinker>x</thinker>"],
	["tags inside an object are text", '{"a":"<think>b</think>"}', '{"a":"<think>b</think>"}'],
	["tags inside an object that is thought are thought", '<think>{"a":1}</think>{"b":"</think>"}', '{"b":"</think>"}'],
])("%s", (_name, text, expected) => expect(withoutThoughts(text)).toBe(expected));

test("an answer without tags survives any thought", () => {
	const clean = fc.string({ unit: "binary" }).map((text) => text.replaceAll("<", ""));
	const thought = hostileText.map((text) => text.replaceAll("<", ""));
	fc.assert(
		fc.property(clean, thought, (answer, inner) => {
			expect(withoutThoughts(`<think>${inner}</think>${answer}`)).toBe(answer);
		}),
	);
});

test("a megabyte of tags takes one pass", () => {
	for (const piece of ["<think>", "</think>", "<think></think>", '<think>{"a":', '{"a":', '{"a":"<think>', "</think>{"]) {
		const text = piece.repeat(130_000);
		expect(withoutThoughts(`${text}</think>`).length).toBeLessThanOrEqual(piece.length);
		expect(withoutThoughts(text).length).toBeLessThanOrEqual(piece.length * 130_000);
	}
});
