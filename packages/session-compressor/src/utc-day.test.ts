import { expect, test } from "vitest";
import { utcDay } from "./utc-day.ts";

test.each([
	[Date.UTC(2026, 10, 30, 23, 59), "2026-11-30"],
	[-1, "1969-12-31"],
	[0, undefined],
	[undefined, undefined],
	[Number.NaN, undefined],
	[1e300, undefined],
])("the day of %s is %s", (timestampMs, day) => {
	expect(utcDay(timestampMs)).toBe(day);
});
