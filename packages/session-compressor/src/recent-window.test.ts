import { describe, expect, test } from "vitest";
import type { SessionMessage } from "./message.ts";
import { recentWindowStart } from "./recent-window.ts";
import { batchEnd, leadingContinuations } from "./turn-boundaries.ts";

const roles = { u: "user", a: "assistant", t: "tool" } as const;

/** Rows by a sketch: `u` user, `a` assistant, `t` a tool result that continues the message before it; ten characters each. */
function rowsOf(sketch: string): SessionMessage[] {
	return [...sketch].map((kind, index): SessionMessage => {
		const role = kind === "u" || kind === "a" || kind === "t" ? roles[kind] : "user";
		return { id: `${index}`, revision: 0, role, text: "x".repeat(10), ...(kind === "t" ? { continues: true } : {}) };
	});
}

describe("the start of the recent window", () => {
	test.each([
		["the newest N", "uauaua", 4, undefined, 2],
		["all of a short session", "ua", 4, undefined, 0],
		["nothing of an empty one", "", 4, undefined, 0],
		["what fits into recentTokens", "uauaua", 6, 30, 3],
		["exactly what fits", "uauaua", 6, 60, 0],
		["at least the last exchange", "uauaaa", 6, 10, 2],
		["at least the last message of the user", "uauau", 5, 1, 4],
		["all of N when the last message of the user is older", "uaaaa", 3, 10, 2],
		["the whole turn it starts in", "uauatttu", 3, undefined, 3],
		["the whole turn also after shrinking", "uauattut", 8, 30, 3],
	])("leaves %s", (_what, sketch, recentMessages, recentTokens, start) => {
		const limits = { recentMessages, ...(recentTokens === undefined ? {} : { recentTokens }) };
		expect(recentWindowStart(rowsOf(sketch), limits, (text) => text.length)).toBe(start);
	});
});

describe("the end of a batch", () => {
	test.each([
		["at the limit", "uauaua", 4, 6, 4],
		["back at a whole turn", "uauattua", 5, 8, 3],
		["on at the next boundary when none lies before", "attttua", 3, 7, 5],
		["not past the stop", "attttua", 3, 4, 0],
		["nowhere when the turn's end is not known", "attttt", 3, 6, 0],
		["at the stop when that is nearer", "uauaua", 4, 2, 2],
		["nowhere with a stop at the first row", "uaua", 4, 0, 0],
	])("lies %s", (_what, sketch, limit, stop, end) => {
		expect(batchEnd(rowsOf(sketch), limit, stop)).toBe(end);
	});
});

test.each([
	["uau", 0],
	["ttu", 2],
	["ttt", 3],
	["", 0],
])("the rows of %j that continue a message which is not there are counted", (sketch, count) => {
	expect(leadingContinuations(rowsOf(sketch))).toBe(count);
});
