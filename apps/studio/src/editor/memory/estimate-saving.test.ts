import fc from "fast-check";
import { expect, test } from "vitest";
import { estimateSaving } from "./estimate-saving.ts";

const talk = (messages: number, tokens: number) => Array.from({ length: messages }, (_, index) => ({ tokens, fromUser: index % 2 === 0 }));
const plan = { windowBefore: 100, recentWindow: 10, summaryTokens: 300 };

test("a session shorter than the window and one fold costs the same", () => {
	expect(estimateSaving(talk(20, 50), plan)).toEqual({ calls: 10, tokensBefore: 4_500, tokensAfter: 4_500, folds: 0, savedShare: 0 });
	expect(estimateSaving([], plan)).toMatchObject({ calls: 0, savedShare: 0 });
});

test("of 200 messages of 100 tokens most is saved, folds included", () => {
	const saving = estimateSaving(talk(200, 100), plan);
	expect(saving.calls).toBe(100);
	// Sum of 0, 2, …, 100 messages, then 49 calls with 100.
	expect(saving.tokensBefore).toBe(100 * (2 * ((50 * 51) / 2) + 49 * 100));
	expect(saving.folds).toBe(9);
	expect(saving.savedShare).toBeGreaterThan(0.6);
});

test("what folding costs is told: tiny messages may cost more than they save", () => {
	expect(estimateSaving(talk(60, 3), plan).savedShare).toBeLessThan(0);
});

test("a smaller recent window never costs more history, and counts are whole", () => {
	fc.assert(
		fc.property(
			fc.array(fc.record({ tokens: fc.nat(2_000), fromUser: fc.boolean() }), { maxLength: 150 }),
			fc.integer({ min: 1, max: 100 }),
			(messages, window) => {
				const saving = estimateSaving(messages, { ...plan, recentWindow: window });
				expect(saving.calls).toBe(messages.filter(({ fromUser }) => fromUser).length);
				expect(saving.savedShare).toBeLessThanOrEqual(1);
				expect(saving.folds * 20).toBeLessThanOrEqual(messages.length);
			},
		),
		{ numRuns: 200 },
	);
});
