import { expect, test } from "vitest";
import { createTokenCounter } from "./token-count.ts";

const count = createTokenCounter();

test("counts words, nothing, and special tokens as plain text", () => {
	expect(count("")).toBe(0);
	expect(count("hello world")).toBe(2);
	expect(count("<|endoftext|>")).toBeGreaterThan(1);
});

test("text beyond the counted part is extrapolated", () => {
	const tokens = count("word ".repeat(100_000));
	expect(tokens).toBeGreaterThan(99_000);
	expect(tokens).toBeLessThan(101_000);
});

test("one long run does not take quadratic time", () => {
	const startedMicroseconds = process.cpuUsage().user;
	count("漢".repeat(200_000));
	expect(process.cpuUsage().user - startedMicroseconds).toBeLessThan(20_000_000);
});
