import { describe, expect, test } from "vitest";
import type { Attempt } from "./attempt-log.ts";
import { attemptsAt, firstFailureIndex } from "./failure-series.ts";
import { type AttemptHistory, nextAttempt } from "./next-attempt.ts";
import type { BatchPlan } from "./plan-batch.ts";
import { buildConversation } from "./testing.ts";

const at = (place: number) => ({ timestampMs: 0, id: `m${String(place).padStart(4, "0")}` });

function attempt(over: Partial<Attempt>): Attempt {
	return { atMs: 0, outcome: "failed", code: "refusal", after: undefined, through: at(6), messageCount: 6, promptChars: 100, model: "model", ...over };
}

const plan: BatchPlan = { rows: buildConversation(10), end: 6, stop: 6 };

/** @param journal oldest first. */
function next(journal: readonly Attempt[], over: Partial<AttemptHistory> = {}) {
	const history = { journal: journal.toReversed(), cursor: undefined, nowMs: 10_000_000, models: new Set(["model"]), lastSuccessMs: undefined };
	return nextAttempt(plan, { ...history, promptChars: () => 100, ...over });
}

const alone = attempt({ through: at(1), messageCount: 1 });

describe("the next attempt", () => {
	test.each([
		["nothing", [], 6],
		["one reply failure", [attempt({})], 6],
		["two", [attempt({}), attempt({})], 3],
		["three", [attempt({}), attempt({}), attempt({ messageCount: 3 })], 1],
		["any number of outages", [attempt({ code: "network" }), attempt({ code: "timeout" }), attempt({ code: "rate-limited" })], 6],
		["reply failures before the last saved fold", [attempt({}), attempt({}), attempt({ outcome: "saved" })], 6],
		["reply failures at another cursor", [attempt({ after: at(3) }), attempt({ after: at(3) })], 6],
		["lost attempts", [attempt({ outcome: "lost", code: "conflict" }), attempt({ outcome: "lost", code: "conflict" })], 6],
	])("after %s folds so many messages", (_what, journal, end) => {
		expect(next(journal)).toMatchObject({ action: "fold", end });
	});

	test("waits by the number of failures of any shape, and not for lost attempts", () => {
		const nowMs = 1_000;
		expect(next([attempt({ atMs: 500, code: "network" }), attempt({ atMs: 900 })], { nowMs })).toEqual({
			action: "wait",
			retryAtMs: 900 + 10_000,
			failuresBefore: 2,
		});
		expect(next([attempt({ atMs: 900, outcome: "lost", code: "conflict" })], { nowMs })).toMatchObject({ action: "fold" });
	});

	test("passes over only on a proof that came after the first failure", () => {
		const failed = [attempt({ atMs: 1_000 }), { ...alone, atMs: 2_000 }];
		expect(next(failed, { lastSuccessMs: 1_000 })).toMatchObject({ action: "probe" });
		expect(next(failed, { lastSuccessMs: 1_001 })).toMatchObject({ action: "pass-over", end: 1 });
		expect(next([...failed, attempt({ outcome: "probe", code: "accepted", through: at(2), messageCount: 1 })])).toMatchObject({ action: "pass-over" });
		const otherModel = attempt({ outcome: "probe", code: "accepted", through: at(2), messageCount: 1, model: "other" });
		expect(next([...failed, otherModel])).toMatchObject({ action: "probe" });
		expect(next([attempt({ outcome: "saved", through: at(0) }), ...failed])).toMatchObject({ action: "probe" });
	});

	test("probes the next message with each failed probe, and starts again at the batch's end", () => {
		const probed = (place: number) => attempt({ through: at(place), messageCount: 1 });
		const failed = [attempt({}), alone];
		expect(next(failed)).toMatchObject({ action: "probe", start: 1, end: 2 });
		expect(next([...failed, probed(2)])).toMatchObject({ start: 2, end: 3 });
		expect(next([...failed, probed(2), attempt({ through: at(3), messageCount: 1, code: "network" })])).toMatchObject({ start: 2, end: 3 });
		expect(next([...failed, ...[2, 3, 4, 5, 6].map(probed)])).toMatchObject({ start: 1, end: 2 });
	});

	test("tries a message again whose prompt has changed since it failed alone", () => {
		const failed = [attempt({}), attempt({}), alone];
		expect(next(failed, { promptChars: () => 101, lastSuccessMs: 5 })).toMatchObject({ action: "fold", end: 1 });
	});

	test("keeps trying a message that has no neighbour to probe with", () => {
		const single = { ...plan, end: 1, stop: 1 };
		const history = {
			journal: [alone, alone],
			cursor: undefined,
			nowMs: 10_000_000,
			models: new Set(["model"]),
			lastSuccessMs: undefined,
			promptChars: () => 100,
		};
		expect(nextAttempt(single, history)).toMatchObject({ action: "fold", end: 1 });
	});
});

describe("a failure series", () => {
	test("holds failed attempts and probes at the cursor, newest first", () => {
		const journal = [
			alone,
			attempt({ outcome: "lost", code: "conflict" }),
			attempt({ outcome: "probe", code: "accepted" }),
			attempt({ outcome: "saved" }),
			attempt({}),
		];
		expect(attemptsAt(journal, undefined)).toEqual([journal[0], journal[2]]);
		expect(attemptsAt(journal, at(1))).toEqual([]);
	});

	test("begins with the first batch that held the message, also before the folds that led to it", () => {
		const journal = [
			attempt({ after: at(3), through: at(4), messageCount: 1 }),
			attempt({ outcome: "saved", through: at(3), messageCount: 3 }),
			attempt({ through: at(3), messageCount: 3 }),
			attempt({ messageCount: 6 }),
			attempt({ through: at(2), messageCount: 2 }),
			attempt({ outcome: "saved", after: at(9), through: at(0), messageCount: 9 }),
			attempt({ messageCount: 60 }),
		];
		expect(firstFailureIndex(journal, at(3))).toBe(3);
		expect(firstFailureIndex(journal, at(7))).toBe(-1);
		expect(firstFailureIndex(journal.toSpliced(3, 1), at(3))).toBe(0);
		expect(firstFailureIndex([], undefined)).toBe(-1);
	});
});
