import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clipSummary } from "./clip-summary.ts";
import { countWords } from "./count-words.ts";
import { hostileText, proseText } from "./hostile-text.fixture.ts";

describe("where it cuts", () => {
	test("a summary that fits comes back as it is", () => {
		const summary = "Head line\n\n- one two\n- three  four \n";
		expect(clipSummary(summary, 6)).toBe(summary);
		expect(clipSummary("", 300)).toBe("");
	});

	test("at a bullet boundary", () => {
		expect(clipSummary("- one two three\n- four five six\n- seven eight nine", 7)).toBe("- one two three\n- four five six");
		expect(clipSummary("* one two three\n* four five six", 5)).toBe("* one two three");
		expect(clipSummary("1. one two\n2. three four\n3. five six", 7)).toBe("1. one two\n2. three four");
		expect(clipSummary("- one two\n  - three four\n- five six", 5)).toBe("- one two\n  - three four");
	});

	test("a bullet that fits exactly stays whole", () => {
		expect(clipSummary("- one two three\n- four five six\n- seven", 6)).toBe("- one two three\n- four five six");
	});

	test("a line in the middle of a bullet is no boundary", () => {
		expect(clipSummary("- one two three four five\n- six seven\n  eight nine", 8)).toBe("- one two three four five");
	});

	test("else at a sentence", () => {
		expect(clipSummary("One two three. Four five six. Seven eight nine.", 8)).toBe("One two three. Four five six.");
		expect(clipSummary("我住在东京。我喜欢猫。我有两只狗。", 8)).toBe("我住在东京。我喜欢猫。");
	});

	test("else at a word", () => {
		expect(clipSummary("one two three four five", 3)).toBe("one two three");
		expect(clipSummary("one, two, three", 2)).toBe("one, two,");
	});

	test("one long bullet after a short one is not lost whole", () => {
		const clipped = clipSummary(`- short\n- ${"word ".repeat(400)}`, 300);
		expect(countWords(clipped)).toBe(300);
	});
});

describe("hostile summaries", () => {
	test.each([
		["one endless word", "a".repeat(1_000_000)],
		["no words at all", "!".repeat(1_000_000)],
		["only emoji", "\u{1f600}".repeat(500_000)],
		["Chinese without end", "我住在东京".repeat(200_000)],
		["Thai without end", "สวัสดีครับ".repeat(100_000)],
		["line breaks only", "\n".repeat(1_000_000)],
		["bullets only", "\n- ".repeat(300_000)],
	])("%s is bounded", (_name, text) => {
		const clipped = clipSummary(text, 300);
		expect(clipped.length).toBeLessThanOrEqual(300 * 40);
		expect(countWords(clipped)).toBeLessThanOrEqual(300);
		expect(clipped.isWellFormed()).toBe(true);
	});

	test("emoji at the cut leave no lone surrogate (mastra PR15575)", () => {
		for (let lead = 0; lead < 4; lead += 1) expect(clipSummary(`${"x".repeat(lead)}${"\u{1f600}".repeat(1000)}`, 20).isWellFormed()).toBe(true);
	});

	test("for any text: at most maxWords words, well-formed, a start of what came in", () => {
		fc.assert(
			fc.property(fc.oneof(proseText, hostileText), fc.integer({ min: 1, max: 25 }), (summary, maxWords) => {
				const clipped = clipSummary(summary, maxWords);
				expect(countWords(clipped)).toBeLessThanOrEqual(maxWords);
				expect(clipped.isWellFormed()).toBe(true);
				expect(summary.toWellFormed().startsWith(clipped)).toBe(true);
				expect(clipSummary(clipped, maxWords)).toBe(clipped);
			}),
			{ numRuns: 1000 },
		);
	});

	test("for any bullets that fit one by one: whole bullets stay", () => {
		const bullet = fc.array(fc.constantFrom("alpha", "beta", "gamma"), { minLength: 3, maxLength: 6 }).map((words) => `- ${words.join(" ")}`);
		fc.assert(
			fc.property(fc.array(bullet, { minLength: 1, maxLength: 8 }), fc.integer({ min: 12, max: 30 }), (bullets, maxWords) => {
				const kept = clipSummary(bullets.join("\n"), maxWords);
				const whole = bullets.map((_, index) => bullets.slice(0, index + 1).join("\n"));
				expect(kept).toBe(whole.findLast((text) => countWords(text) <= maxWords));
			}),
			{ numRuns: 300 },
		);
	});
});
