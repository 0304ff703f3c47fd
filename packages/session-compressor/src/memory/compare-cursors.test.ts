import { expect, test } from "vitest";
import { compareCursors } from "./compare-cursors.ts";

test("orders by time, then by id, whatever the length of the ids", () => {
	const places = [
		{ timestampMs: 1, id: "z" },
		{ timestampMs: 2, id: "" },
		{ timestampMs: 2, id: "10" },
		{ timestampMs: 2, id: "9" },
		{ timestampMs: 10, id: "a" },
	];
	expect(places.toReversed().toSorted(compareCursors)).toEqual(places);
	for (const place of places) expect(compareCursors(place, { ...place })).toBe(0);
});
