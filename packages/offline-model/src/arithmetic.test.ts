import { expect, test } from "vitest";
import { arithmeticIn } from "./arithmetic.ts";

test.each([
	["What is 2+2?", "2+2"],
	["what's 10 minus 4 times 2", "10 - 4 * 2"],
	["compute (1 + 2) * 3^2 for me", "(1 + 2) * 3^2"],
	["what is 5-3?", "5-3"],
	["1,000,000 / 8", "1000000 / 8"],
	["3 × 4 ÷ 2", "3 * 4 / 2"],
])("%s holds %s", (text, expression) => {
	expect(arithmeticIn(text)).toBe(expression);
});

test.each(["on 2024-05-06", "12/24/2026", "555-123-4567", "5-3", "PRJ-12-3", "v1.2.3/4", "(1 + 2", "10:30 - 11:30", "https://example.com/1/2+3", "no numbers"])(
	"%s holds none",
	(text) => {
		expect(arithmeticIn(text)).toBeUndefined();
	},
);

test("hostile text takes no time to refuse", () => {
	const startedMicroseconds = process.cpuUsage().user;
	for (const text of ["1 ".repeat(50_000), "(".repeat(100_000), "1-".repeat(50_000), `${" ".repeat(100_000)}x`]) arithmeticIn(text);
	expect(process.cpuUsage().user - startedMicroseconds).toBeLessThan(1_000_000);
});
