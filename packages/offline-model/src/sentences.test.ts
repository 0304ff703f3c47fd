import fc from "fast-check";
import { expect, test } from "vitest";
import { isQuestion, sentences } from "./sentences.ts";

test("lines and sentence ends part sentences, abbreviated numbers do not", () => {
	expect(sentences("First one. Second one!\n- third: 1.5 GB\n\nFourth?")).toEqual(["First one.", "Second one!", "- third: 1.5 GB", "Fourth?"]);
	expect(sentences("これは一つ目です。二つ目です。")).toEqual(["これは一つ目です。", "二つ目です。"]);
});

test("nothing but blanks is lost, and no piece is longer than 600 characters or cuts a code point", () => {
	fc.assert(
		fc.property(fc.string({ unit: "grapheme", maxLength: 3000 }), (text) => {
			const parts = sentences(text);
			const plain = (value: string) => value.replace(/\s/g, "");
			expect(plain(parts.join(""))).toBe(plain(text));
			for (const part of parts) expect(part.length <= 600 && part.isWellFormed()).toBe(true);
		}),
		{ numRuns: 50 },
	);
	expect(sentences("😀".repeat(2000)).every((part) => part.isWellFormed())).toBe(true);
});

test.each(["Which cluster?", "what is my name", "Please tell me the plan.", "ok, and when was it", "これは何ですか？"])("%s is a question", (text) => {
	expect(isQuestion(text)).toBe(true);
});

test.each(["Our cluster is EU.", "I wonder what comes.", "Whichever you like works."])("%s is none", (text) => {
	expect(isQuestion(text)).toBe(false);
});
