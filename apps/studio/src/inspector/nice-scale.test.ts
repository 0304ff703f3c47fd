import { expect, it } from "vitest";
import { niceScale } from "./nice-scale.ts";

it.each([
	[0, 1],
	[3, 3],
	[870, 1_000],
	[4_100, 6_000],
	[12_345, 15_000],
])("has a round top above %i", (most, top) => {
	expect(niceScale(most).top).toBe(top);
});

it("has a handful of ticks from 0 to the top", () => {
	for (const most of [1, 7, 99, 12_345, 1_000_000]) {
		const { top, ticks } = niceScale(most);
		expect(ticks[0]).toBe(0);
		expect(ticks.at(-1)).toBe(top);
		expect(ticks.length).toBeLessThanOrEqual(6);
	}
});
