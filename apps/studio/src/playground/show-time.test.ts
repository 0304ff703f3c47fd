import { expect, it } from "vitest";
import { counted, showDuration, showTime, wireTimeMs } from "./show-time.ts";

it("reads the host's times as UTC", () => {
	expect(wireTimeMs("2026-11-30 12:00:00.123000 UTC")).toBe(Date.UTC(2026, 10, 30, 12, 0, 0, 123));
	expect(showTime("nonsense")).toBe("");
});

it("leaves the day out of today's times only", () => {
	const time = "2026-11-30 12:00:00.000000 UTC";
	expect(showTime(time, wireTimeMs(time)).length).toBeLessThan(showTime(time, wireTimeMs(time) + 3 * 86_400_000).length);
});

it("shows durations and counts in words", () => {
	expect([12.4, 1_240, 125_000].map(showDuration)).toEqual(["12 ms", "1.2 s", "2 min 5 s"]);
	expect([counted(1, "message"), counted(1_200, "message")]).toEqual(["1 message", "1,200 messages"]);
});
