import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cutText, headOf } from "./cut-text.ts";
import { hostileText } from "./hostile-text.fixture.ts";

const mark = /\[… (\d+) characters left out …\]/;

describe("cutText", () => {
	test("a text that fits stays as it is", () => {
		expect(cutText("", 100)).toBe("");
		expect(cutText("x".repeat(100), 100)).toBe("x".repeat(100));
	});

	test("head and tail stay, the mark tells what is missing", () => {
		expect(cutText("abcdefghij", 4)).toBe("ab[… 6 characters left out …]ij");
		expect(cutText("abcdefghij", 5)).toBe("abc[… 5 characters left out …]ij");
		expect(cutText("abcdefghij", 1)).toBe("a[… 9 characters left out …]");
		expect(cutText("abcdefghij", 0)).toBe("[… 10 characters left out …]");
	});

	test("a log of 30,000 characters keeps 4,000 (design §4)", () => {
		const log = `start ${"line of the log\n".repeat(2000)} end`;
		const [head = "", leftOut, tail = ""] = cutText(log, 4000).split(mark);
		expect(head.length + tail.length).toBe(4000);
		expect(log.startsWith(head) && log.endsWith(tail)).toBe(true);
		expect(Number(leftOut)).toBe(log.length - 4000);
	});

	test("emoji at both cuts leave no lone surrogate (mastra PR15575)", () => {
		const text = "\u{1f600}".repeat(50);
		for (const max of [3, 4, 5, 6, 7, 99]) {
			const cut = cutText(text, max);
			expect(cut.isWellFormed()).toBe(true);
			expect(cut).toMatch(/^(?:\u{1f600})*\[… \d+ characters left out …\](?:\u{1f600})*$/u);
		}
	});

	test("lone surrogates are replaced even when nothing is cut", () => {
		expect(cutText("a\ud83db", 100)).toBe("a\ufffdb");
	});

	test("for any text: well-formed, within the bound, nothing but the middle missing", () => {
		fc.assert(
			fc.property(hostileText, fc.nat({ max: 40 }), (text, maxChars) => {
				fc.pre(!mark.test(text));
				const cut = cutText(text, maxChars);
				const [head = "", leftOut, tail = ""] = cut.split(mark);
				expect(cut.isWellFormed()).toBe(true);
				expect(head.length + tail.length).toBeLessThanOrEqual(Math.max(maxChars, leftOut === undefined ? text.length : 0));
				if (leftOut !== undefined) expect(head.length + tail.length).toBeGreaterThanOrEqual(maxChars - 2);
				expect(head.length + tail.length + Number(leftOut ?? 0)).toBe(text.length);
				expect(text.toWellFormed().startsWith(head) && text.toWellFormed().endsWith(tail)).toBe(true);
				expect(leftOut === undefined).toBe(text.length <= maxChars);
			}),
			{ numRuns: 1000 },
		);
	});
});

test("headOf ends at a code point", () => {
	expect(headOf("a\u{1f600}b", 2)).toBe("a");
	expect(headOf("a\u{1f600}b", 3)).toBe("a\u{1f600}");
	expect(headOf("abc", 10)).toBe("abc");
	expect(headOf("\u{1f600}", 0)).toBe("");
});
