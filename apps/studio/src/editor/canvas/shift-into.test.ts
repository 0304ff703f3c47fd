import { expect, test } from "vitest";
import { shiftInto } from "./shift-into.ts";

test.each([
	["within", { from: 50, to: 350 }, 0],
	["behind the end", { from: 300, to: 500 }, -116],
	["before the start", { from: -20, to: 180 }, 36],
	["at the edges", { from: 16, to: 384 }, 0],
	["too long, its start in sight", { from: 40, to: 900 }, -24],
	["too long, its start out of sight", { from: -40, to: 900 }, 56],
])("%s", (_name, span, shift) => expect(shiftInto({ from: 0, to: 400 }, span)).toBe(shift));
