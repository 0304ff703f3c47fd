import { expect, test } from "vitest";
import { type CoverageInput, coverageViolations, summaryOpening } from "./coverage.ts";

const row = (index: number) => ({ id: `id-${index}`, role: index % 2 === 0 ? ("user" as const) : ("assistant" as const), text: `text ${index}` });
const history = Array.from({ length: 30 }, (_, index) => row(index));
const summary = { role: "user", text: `${summaryOpening} …` };
const good: CoverageInput = {
	history,
	sent: [summary, ...history.slice(20)],
	cursorId: "id-19",
	absorbedCount: 20,
	recentMessages: 10,
	uncovered: 0,
};

test("a memory and a view that meet have no violation", () => {
	expect(coverageViolations(good)).toEqual([]);
});

test("a view may overlap what is absorbed", () => {
	expect(coverageViolations({ ...good, cursorId: "id-24", absorbedCount: 25 })).toEqual([]);
});

test("before the first fold everything is sent and there is no summary", () => {
	expect(coverageViolations({ ...good, sent: history, cursorId: undefined, absorbedCount: 0 })).toEqual([]);
});

test("equal texts are told apart by their place", () => {
	const same = history.map((message) => ({ ...message, text: "again" }));
	expect(coverageViolations({ ...good, history: same, sent: [summary, ...same.slice(20)] })).toEqual([]);
});

test("rows that the host reports as uncovered are not lost", () => {
	expect(coverageViolations({ ...good, cursorId: "id-9", absorbedCount: 10, uncovered: 10 })).toEqual([]);
});

test.each<[string, Partial<CoverageInput>, RegExp]>([
	["a hole between memory and window", { cursorId: "id-17", absorbedCount: 18 }, /2 rows are neither absorbed nor sent.*id-18, id-19/],
	["a count that is wrong", { absorbedCount: 19 }, /counts 19 absorbed messages, 20 rows lie/],
	["a cursor at no row", { cursorId: "gone" }, /row gone is not among the 30/],
	["a summary that is missing", { sent: history.slice(20) }, /no summary message was sent/],
	["a message that is not the row at its place", { sent: [summary, ...history.slice(19, 29)] }, /Verbatim message 1 of 10/],
	["a hole inside the view", { sent: [summary, ...history.slice(15, 18), ...history.slice(20)] }, /Verbatim message 1 of 13/],
	["a role that changed", { sent: [summary, ...history.slice(20).map((message) => ({ ...message, role: "system" }))] }, /Verbatim message 1 of 10 \(system\)/],
	["more messages than rows", { history: history.slice(25), cursorId: undefined, absorbedCount: 0 }, /11 verbatim messages were sent, only 5/],
	["fewer than the newest N", { sent: [summary, ...history.slice(25)], cursorId: "id-24", absorbedCount: 25 }, /Only 5 of the newest 10/],
	["uncovered rows that are none", { uncovered: 3 }, /0 rows are neither.*reports 3/],
])("%s is a violation", (_case, change, message) => {
	expect(coverageViolations({ ...good, ...change }).join("\n")).toMatch(message);
});
