import { describe, expect, test } from "vitest";
import type { FoldingOptions } from "./compressor.ts";
import { ConfigurationError } from "./errors.ts";
import { checkRecentMessages, defaultFoldingOptions, resolveFoldingOptions } from "./folding-options.ts";

function errorOf(action: () => unknown): ConfigurationError {
	try {
		action();
	} catch (error) {
		if (ConfigurationError.isInstance(error)) return error;
		throw error;
	}
	throw new Error("nothing was thrown");
}

test("without options the defaults of the design hold", () => {
	expect(resolveFoldingOptions({})).toEqual({
		foldThreshold: 20,
		maxBatch: 60,
		maxMessageChars: 4000,
		summaryWords: 300,
		betweenFolds: "send",
		foldTiming: "inline",
		foldTimeoutMs: 30_000,
		summaryPlacement: "message",
	});
	expect(resolveFoldingOptions({})).toEqual(defaultFoldingOptions);
});

test("given values replace defaults; undefined and foreign properties do not", () => {
	const given = { foldThreshold: 5, foldTokens: 900, recentTokens: 800, betweenFolds: "omit", foldTiming: "background", summaryPlacement: "merge" } as const;
	expect(resolveFoldingOptions(given)).toEqual({ ...defaultFoldingOptions, ...given });
	const loose: object = { maxBatch: undefined, foldTokens: undefined, clock: 1, source: 2 };
	expect(resolveFoldingOptions(loose)).toStrictEqual(defaultFoldingOptions);
});

describe("numbers", () => {
	test.each([
		["foldThreshold", 1, 0],
		["maxMessageChars", 100, 99],
		["summaryWords", 20, 19],
		["foldTimeoutMs", 1, 0],
		["foldTokens", 1, 0],
		["recentTokens", 1, 0],
	] as const)("%s may be %d, not %d", (option, least, below) => {
		expect(resolveFoldingOptions({ [option]: least })[option]).toBe(least);
		const error = errorOf(() => resolveFoldingOptions({ [option]: below }));
		expect(error).toMatchObject({ code: "out-of-range", option });
		expect(error.message).toContain(`${option} is ${below}, but must be an integer`);
		expect(error.message).toContain(String(least));
	});

	test.each([1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 60])("%d is no usable integer for any number", (value) => {
		for (const option of ["foldThreshold", "maxBatch", "maxMessageChars", "summaryWords", "foldTimeoutMs", "foldTokens", "recentTokens"] as const) {
			const error = errorOf(() => resolveFoldingOptions({ [option]: value }));
			expect(error).toMatchObject({ code: "not-an-integer", option });
			expect(error.message).toContain(String(value));
		}
	});

	test("a string with digits is refused and shown as a string", () => {
		const loose: object = { maxBatch: "60" };
		expect(errorOf(() => resolveFoldingOptions(loose)).message).toBe('maxBatch is "60", but must be an integer of at least 1.');
	});

	test("maxBatch holds at least one threshold", () => {
		expect(resolveFoldingOptions({ foldThreshold: 60 }).maxBatch).toBe(60);
		const error = errorOf(() => resolveFoldingOptions({ foldThreshold: 61 }));
		expect(error).toMatchObject({ code: "out-of-range", option: "maxBatch" });
		expect(error.message).toBe("maxBatch is 60, but must be at least foldThreshold, which is 61.");
	});

	test("a timeout that timers cannot hold is refused: it would fire at once", () => {
		expect(resolveFoldingOptions({ foldTimeoutMs: 2_147_483_647 }).foldTimeoutMs).toBe(2_147_483_647);
		expect(errorOf(() => resolveFoldingOptions({ foldTimeoutMs: 2_147_483_648 })).message).toContain("from 1 to 2147483647");
	});
});

test.each([
	["betweenFolds", '"send" or "omit"'],
	["foldTiming", '"inline" or "background"'],
	["summaryPlacement", '"message" or "merge"'],
])("an unknown %s names what is allowed", (option, allowed) => {
	const loose: Partial<FoldingOptions> & object = Object.fromEntries([[option, "sometimes"]]);
	const error = errorOf(() => resolveFoldingOptions(loose));
	expect(error).toMatchObject({ code: "unknown-value", option });
	expect(error.message).toBe(`${option} is "sometimes", but must be ${allowed}.`);
});

test("a recent window is an integer of at least 1 (langflow PR7800: 0 was taken as 100)", () => {
	expect(checkRecentMessages(1)).toBe(1);
	expect(checkRecentMessages(100)).toBe(100);
	for (const bad of [0, -1, 1.5, Number.NaN]) {
		const error = errorOf(() => checkRecentMessages(bad));
		expect(error.option).toBe("recentMessages");
		expect(error.message).toBe(`recentMessages is ${bad}, but must be an integer of at least 1.`);
	}
});
