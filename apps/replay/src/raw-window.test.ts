import { expect, test } from "vitest";
import { measureRawWindow } from "./raw-window.ts";

const count = (text: string): number => text.length;
const turns = [1, 2, 3].map((turn) => ({ input: `q${turn}`, answer: `a${turn}` }));
const system = { role: "system", text: "s" };

test("a window that holds everything repeats the whole previous call", () => {
	const sizes = measureRawWindow(turns, 100, system, count);
	expect(sizes.map(({ messages }) => messages)).toEqual([2, 4, 6]);
	expect(sizes.map(({ repeatedTokens }) => repeatedTokens)).toEqual([0, 11, 23]);
});

test("a window that slides repeats only the system prompt", () => {
	const sizes = measureRawWindow(turns, 2, system, count);
	expect(sizes.map(({ messages }) => messages)).toEqual([2, 4, 4]);
	expect(sizes[2]?.repeatedTokens).toBe(5);
});

test("no window sends the input alone", () => {
	expect(measureRawWindow(turns, 0, undefined, count).map(({ messages }) => messages)).toEqual([1, 1, 1]);
});
