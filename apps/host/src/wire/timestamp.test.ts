import fc from "fast-check";
import { expect, it } from "vitest";
import { formatTimestamp, parseTimestamp } from "./timestamp.ts";

it("reads back every time that it writes", () => {
	fc.assert(
		fc.property(fc.integer({ min: 0, max: Date.parse("9999-12-31T23:59:59.999Z") }), (timestampMs) => {
			expect(formatTimestamp(timestampMs)).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}000 UTC$/);
			expect(parseTimestamp(formatTimestamp(timestampMs))).toBe(timestampMs);
		}),
	);
});

it("takes a time without a zone as UTC, whatever zone the machine is in", () => {
	const expected = Date.UTC(2026, 10, 30, 12, 0, 0, 5);
	for (const text of [
		"2026-11-30 12:00:00.005",
		"2026-11-30T12:00:00.005",
		"2026-11-30T12:00:00.005Z",
		"2026-11-30T14:00:00.005999+02:00",
		"2026-11-30 07:00:00.005 -0500",
	]) {
		expect(parseTimestamp(text), text).toBe(expected);
	}
	expect(parseTimestamp("2026-11-30")).toBe(Date.UTC(2026, 10, 30));
	expect(parseTimestamp("2026-11-30 12:00")).toBe(Date.UTC(2026, 10, 30, 12));
});

it.each(["", "yesterday", "2026-13-01", "2026-02-30", "2026-02-30 10:00:00 UTC", "2026-11-30 25:00:00", "30.11.2026", "1764504000"])(
	"does not take %j for a time",
	(text) => {
		expect(parseTimestamp(text)).toBeUndefined();
	},
);
