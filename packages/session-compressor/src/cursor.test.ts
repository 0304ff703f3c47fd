import { expect, test } from "vitest";
import { compareCursors, sameCursor } from "./cursor.ts";

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

test("two cursors are one place when both parts agree; no cursor is the place before all rows", () => {
	expect(sameCursor({ timestampMs: 1, id: "a" }, { timestampMs: 1, id: "a" })).toBe(true);
	expect(sameCursor({ timestampMs: 1, id: "a" }, { timestampMs: 2, id: "a" })).toBe(false);
	expect(sameCursor({ timestampMs: 1, id: "a" }, { timestampMs: 1, id: "b" })).toBe(false);
	expect(sameCursor(undefined, { timestampMs: 0, id: "" })).toBe(false);
	expect(sameCursor(undefined, undefined)).toBe(true);
});
