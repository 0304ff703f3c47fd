import { expect, test } from "vitest";
import { createOfflineModel } from "./offline-model.ts";

/** Generous bounds: they tell linear work from quadratic, not one machine from another. */
test("a context of 2,000,000 characters is answered in seconds, not minutes", async () => {
	const log = Array.from({ length: 40_000 }, (_, index) => `2026-01-01 00:00:${index} ERROR cluster node ${index} is down`).join("\n");
	const startedMicroseconds = process.cpuUsage().user;
	const reply = await createOfflineModel().invoke([
		["human", "We are on the EU cluster."],
		["ai", "ok"],
		["human", log],
		["ai", "ok"],
		["human", "Which cluster are we on?"],
	]);
	expect(reply.text).toBe("We are on the EU cluster.");
	expect(process.cpuUsage().user - startedMicroseconds).toBeLessThan(5_000_000);
});

test("one line without an end is answered as fast", async () => {
	const startedMicroseconds = process.cpuUsage().user;
	await createOfflineModel().invoke([
		["human", "cluster ".repeat(100_000)],
		["ai", "ok"],
		["human", "Which cluster are we on?"],
	]);
	await createOfflineModel().invoke([
		["human", "a".repeat(1_000_000)],
		["ai", "ok"],
		["human", "Which aaa are we on?"],
	]);
	expect(process.cpuUsage().user - startedMicroseconds).toBeLessThan(5_000_000);
});
