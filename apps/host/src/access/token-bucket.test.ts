import fc from "fast-check";
import { expect, it } from "vitest";
import { createTokenBuckets } from "./token-bucket.ts";

function buckets(calls: number, perMs: number, maxBuckets = 1_000) {
	const clock = { ms: 1_000_000 };
	return { clock, buckets: createTokenBuckets({ calls, perMs, maxBuckets, now: () => clock.ms }) };
}

it("lets all calls come at once, then one after the other, and keeps keys apart", () => {
	const { clock, buckets: limit } = buckets(3, 3_000);
	expect(["a", "a", "a", "a", "b"].map((key) => limit.take(key))).toEqual([0, 0, 0, 1_000, 0]);
	clock.ms += 999;
	expect(limit.take("a")).toBe(1);
	clock.ms += 1;
	expect([limit.wait("a"), limit.take("a"), limit.take("a")]).toEqual([0, 0, 1_000]);
	clock.ms += 1_000_000;
	expect([limit.take("a"), limit.take("a"), limit.take("a"), limit.take("a")]).toEqual([0, 0, 0, 1_000]);
});

it("takes back what is given back, and never more than was taken", () => {
	const { buckets: limit } = buckets(2, 1_000);
	limit.give("a");
	expect(["a", "a", "a"].map((key) => limit.take(key))).toEqual([0, 0, 500]);
	limit.give("a");
	expect([limit.take("a"), limit.take("a")]).toEqual([0, 500]);
});

it("never lets more through than the bucket and what has flowed in since, and tells the right time to wait", () => {
	fc.assert(
		fc.property(fc.integer({ min: 1, max: 20 }), fc.array(fc.nat(700), { maxLength: 200 }), (calls, pauses) => {
			const { clock, buckets: limit } = buckets(calls, 1_000);
			const start = clock.ms;
			let passed = 0;
			for (const pause of pauses) {
				clock.ms += pause;
				const waitMs = limit.take("key");
				if (waitMs === 0) passed++;
				else expect(waitMs).toBeLessThanOrEqual(Math.ceil(1_000 / calls));
				expect(passed).toBeLessThanOrEqual(calls + ((clock.ms - start) * calls) / 1_000 + 1e-6);
				if (waitMs > 0) {
					clock.ms += waitMs;
					expect(limit.wait("key")).toBe(0);
				}
			}
		}),
	);
});

it("keeps no more buckets than it may, and none that is full", () => {
	const { clock, buckets: limit } = buckets(2, 1_000, 100);
	for (let key = 0; key < 10_000; key++) limit.take(String(key));
	expect(limit.size).toBe(100);
	clock.ms += 1_000;
	limit.take("one");
	expect(limit.size).toBe(1);
});

it("lets all calls through whose time does not divide evenly, at today's times too", () => {
	let ms = 1_780_000_000_123;
	for (let calls = 1; calls <= 100; calls++) {
		const limit = createTokenBuckets({ calls, perMs: 60_000, maxBuckets: 1, now: () => ms });
		const waits = Array.from({ length: calls }, () => limit.take("key"));
		expect([calls, waits.filter((wait) => wait > 0)]).toEqual([calls, []]);
		expect(limit.take("key")).toBeGreaterThan(0);
		ms += 7;
	}
});
