import fc from "fast-check";
import { expect, it } from "vitest";
import { diffWords } from "./word-diff.ts";

it("shows what was added at the end", () => {
	expect(diffWords("- One.\n", "- One.\n- Two.\n")).toEqual([
		{ kind: "same", text: "- One.\n" },
		{ kind: "added", text: "- Two.\n" },
	]);
});

it("shows one changed word between equal ones", () => {
	expect(diffWords("the cluster is EU today", "the cluster is US today")).toEqual([
		{ kind: "same", text: "the cluster is " },
		{ kind: "removed", text: "EU " },
		{ kind: "added", text: "US " },
		{ kind: "same", text: "today" },
	]);
});

it("has nothing to show for two empty texts, and one part for equal ones", () => {
	expect(diffWords("", "")).toEqual([]);
	expect(diffWords("a b", "a b")).toEqual([{ kind: "same", text: "a b" }]);
});

it("loses nothing: both texts can be put together again", () => {
	const word = fc.constantFrom("a", "b ", "c", " ", "\n", "é ", "𝒳", "$&");
	const text = fc.array(word, { maxLength: 30 }).map((words) => words.join(""));
	fc.assert(
		fc.property(text, text, (before, after) => {
			const parts = diffWords(before, after);
			const without = (kind: string) => parts.flatMap((part) => (part.kind === kind ? [] : [part.text])).join("");
			expect(without("added")).toBe(before);
			expect(without("removed")).toBe(after);
		}),
		{ numRuns: 200 },
	);
});

it("does not compare huge texts word by word", () => {
	const before = Array.from({ length: 3_000 }, (_, index) => `old${index}`).join(" ");
	const after = Array.from({ length: 3_000 }, (_, index) => `new${index}`).join(" ");
	expect(diffWords(before, after)).toHaveLength(2);
});
