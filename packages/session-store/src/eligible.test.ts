import { describe, expect, it } from "vitest";
import { isEligible } from "./eligible.ts";

const row = { text: "hello", files: [], error: false };

describe("isEligible", () => {
	it("takes rows with text or files", () => {
		expect(isEligible(row)).toBe(true);
		expect(isEligible({ ...row, text: "", files: ["a.png"] })).toBe(true);
		expect(isEligible({ ...row, text: "\u0000" })).toBe(true);
	});

	it.each(["", " ", "\n\t", "\u00a0", "\u0085", "\u2003\u2028\u2029\u3000"])("takes no row of nothing but Unicode white space (%j)", (text) => {
		expect(isEligible({ ...row, text })).toBe(false);
	});

	it("takes no errors, whatever they hold", () => {
		expect(isEligible({ text: "failed", files: ["log.txt"], error: true })).toBe(false);
	});
});
