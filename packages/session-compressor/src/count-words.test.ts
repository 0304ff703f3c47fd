import fc from "fast-check";
import { expect, test } from "vitest";
import { countWords, wordsOf } from "./count-words.ts";
import { hostileText } from "./hostile-text.fixture.ts";

test.each([
	["", 0],
	[" \n\t", 0],
	["--- !!! …", 0],
	["\u{1f600}\u{1f680}", 0],
	["one", 1],
	["It's 3.14, isn't it?", 4],
	["- a bullet\n- another", 3],
	["Grüße aus Köln", 3],
	["привет мир", 2],
])("%j has %d words", (text, count) => expect(countWords(text)).toBe(count));

test("CJK and Thai text is split into words although it has no spaces (langchainjs#11304)", () => {
	expect(countWords("我住在东京")).toBe(3);
	expect(countWords("東京都に住んでいます。大阪にも行きます。")).toBeGreaterThan(5);
	expect(countWords("สวัสดีครับผมชื่อสมชาย")).toBeGreaterThan(3);
	expect(countWords("한국어 문장을 씁니다")).toBe(3);
});

test("words are given by their places, in order and apart", () => {
	fc.assert(
		fc.property(hostileText, (text) => {
			let from = 0;
			for (const { start, end } of wordsOf(text)) {
				expect(start).toBeGreaterThanOrEqual(from);
				expect(end).toBeGreaterThan(start);
				from = end;
			}
			expect(from).toBeLessThanOrEqual(text.length);
		}),
		{ numRuns: 300 },
	);
});
