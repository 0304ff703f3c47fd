import { describe, expect, test } from "vitest";
import { type Comparison, compareTexts } from "./compare-texts.ts";

const compare = (text: string, operator: Comparison["operator"], match: string, caseSensitive = true) => compareTexts({ text, match, operator, caseSensitive });

test.each<[string, Comparison["operator"], string, boolean]>([
	["a", "equals", "a", true],
	["a", "equals", "A", false],
	["a", "not equals", "b", true],
	["xay", "contains", "a", true],
	["xay", "starts with", "xa", true],
	["xay", "ends with", "ay", true],
	["order 17", "regex", "order \\d+", true],
	["an order 17", "regex", "order \\d+", false],
	["b", "regex", "a|b", true],
	["9", "less than", "10", true],
	["10", "less than or equal", "10.0", true],
	["10", "greater than", "9", true],
	["9", "greater than or equal", "10", false],
	["", "less than", "1", false],
	["many", "greater than", "1", false],
])("%j %s %j: %s", (text, operator, match, holds) => {
	expect(compare(text, operator, match)).toEqual({ holds });
});

test.each(["equals", "contains", "starts with", "ends with", "regex"] as const)("%s without case", (operator) => {
	expect(compare("YES", operator, "yes", false)).toEqual({ holds: true });
});

describe("patterns of strangers", () => {
	test("one that would run for ages is stopped", () => {
		expect(compare(`${"a".repeat(50)}!`, "regex", "(a+)+$")).toEqual({ problem: expect.stringContaining("200 ms") });
	});

	test.each(["(", "a{2,1}", "\\"])("%s is malformed", (pattern) => {
		expect(compare("a", "regex", pattern)).toEqual({ problem: "it is malformed" });
	});

	test("is never code", () => {
		expect(compare("x", "regex", '"); process.exit(1); ("')).toEqual({ holds: false });
	});
});
