import { expect, test } from "vitest";
import { totalsText, turnLine } from "./report-text.ts";
import { totalsOf } from "./totals.ts";
import type { SessionReport, TurnReport } from "./turn-report.ts";

const turn = (change: Partial<TurnReport>): TurnReport => ({
	session: "s",
	turn: 1,
	turns: 2,
	size: { messages: 3, tokens: 100, repeatedTokens: 40 },
	folds: 0,
	foldTokens: { input: 0, output: 0 },
	durationMs: 12.4,
	uncovered: 0,
	violations: [],
	...change,
});
const session: SessionReport = {
	session: "s",
	turns: [turn({}), turn({ turn: 2, folds: 1, foldTokens: { input: 50, output: 5 } })],
	raw: { 100: [{ messages: 9, tokens: 1_000, repeatedTokens: 900 }], 10: [{ messages: 2, tokens: 10, repeatedTokens: 0 }] },
};

test("a repeated token counts its price, a fold's tokens count in full and its output four times", () => {
	const [foldback, hundred] = totalsOf([session]);
	expect(foldback).toMatchObject({ name: "Foldback", calls: 2, messages: 6, tokens: 200, repeatedTokens: 80, folds: 1, foldTokens: { input: 50, output: 5 } });
	expect(foldback?.cost).toEqual({ 1: 270, 0.5: 230, 0.1: 198 });
	expect(hundred).toMatchObject({ name: "last 100 raw", folds: 0, cost: { 1: 1_000, 0.5: 550, 0.1: 190 } });
});

test("the text shows every way of sending and what was not covered", () => {
	const text = totalsText(totalsOf([session]));
	for (const part of ["Foldback", "last 100 raw", "last 10 raw", "40 %", "1,000", "cost at 0.1"]) expect(text).toContain(part);
	expect(turnLine(turn({ violations: ["row 7 is lost."] }))).toMatch(/1\/2 .*100 .*40 %.*12\n {2}NOT COVERED: row 7 is lost\./);
	expect(turnLine(turn({ uncovered: 3 }))).toMatch(/3 messages are neither absorbed nor sent/);
});
