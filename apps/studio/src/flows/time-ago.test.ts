import { expect, test } from "vitest";
import { timeAgo, timestampMs } from "./time-ago.ts";

const now = Date.UTC(2026, 10, 30, 12, 0, 0);

test.each([
	["2026-11-30 11:59:58.123456 UTC", "just now"],
	["2026-11-30 11:59:20.000000 UTC", "40 seconds ago"],
	["2026-11-30 09:00:00.000000 UTC", "3 hours ago"],
	["2026-11-29 11:00:00.000000 UTC", "yesterday"],
	["2024-01-01 00:00:00.000000 UTC", "2 years ago"],
	["2026-11-30 12:00:05.000000 UTC", "just now"],
])("%s is %s", (timestamp, words) => expect(timeAgo(timestamp, now)).toBe(words));

test("microseconds and other spellings are read as UTC", () => {
	expect(timestampMs("2026-11-30 12:00:00.000123 UTC")).toBe(now);
	expect(timestampMs("2026-11-30T12:00:00Z")).toBe(now);
});
