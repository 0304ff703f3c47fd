import { expect, test } from "vitest";
import { parseNumber } from "./parse-number.ts";

test.each([
	["10", { whole: true }, 10],
	[" 0 ", { whole: true }, 0],
	["", { whole: true }, ""],
	["0.5", { whole: false, min: 0, max: 2 }, 0.5],
	["0,5", { whole: false }, 0.5],
	["-3", { whole: false }, -3],
])("%j → %j", (text, rule, value) => expect(parseNumber(text, rule)).toEqual({ value, problem: undefined }));

test.each([
	["ten", { whole: true }, "A whole number."],
	["1.5", { whole: true }, "A whole number."],
	["-1", { whole: true }, "0 or more."],
	["1e9", { whole: true }, "A whole number."],
	["3", { whole: false, min: 0, max: 2 }, "0 to 2."],
	["-", { whole: false }, "A number."],
])("%j is refused", (text, rule, problem) => expect(parseNumber(text, rule)).toEqual({ value: undefined, problem }));
