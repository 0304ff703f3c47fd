import { describe, expect, test } from "vitest";
import { createAttemptLog } from "./attempt-log.ts";
import { retryAt } from "./back-off.ts";
import { sameCursor } from "./cursor.ts";
import type { CompressorEvent } from "./events.ts";
import type { FailedFold, FoldJournal, FoldReport } from "./fold-journal.ts";
import { createModelRecord } from "./model-record.ts";
import { createManualClock } from "./testing.ts";

const scope = { flowId: "f", userId: "u", sessionId: "s", contextId: "" };
const through = { timestampMs: 1, id: "a" };
const failed: FailedFold = { outcome: "failed", code: "network", after: undefined, through, messageCount: 1, promptChars: 9, model: "m", durationMs: 0 };
const saved: FoldReport = { outcome: "saved", messageCount: 1, promptChars: 9, model: "m", durationMs: 0 };

function setUp(journal?: FoldJournal) {
	const clock = createManualClock(1_000);
	const events: CompressorEvent[] = [];
	return { clock, events, log: createAttemptLog({ journal, clock, emit: (event) => events.push(event) }) };
}

describe("an attempt log without a journal", () => {
	test("keeps failures, newest first, and what was saved among them", async () => {
		const { log, clock } = setUp();
		await log.failed(scope, failed);
		clock.advance(1);
		log.saved(scope, saved, { after: undefined, through });
		clock.advance(1);
		await log.failed(scope, failed);
		expect((await log.list(scope)).map(({ outcome, atMs }) => [outcome, atMs])).toEqual([
			["failed", 1_002],
			["saved", 1_001],
			["failed", 1_000],
		]);
	});

	test("keeps nothing of scopes that only succeed", async () => {
		const { log } = setUp();
		log.saved(scope, saved, { after: undefined, through });
		expect(await log.list(scope)).toEqual([]);
	});

	test("is bounded in attempts and in scopes", async () => {
		const { log } = setUp();
		for (let index = 0; index < 60; index++) log.failedHere(scope, failed);
		expect(await log.list(scope)).toHaveLength(50);
		for (let index = 0; index < 1_000; index++) log.failedHere({ ...scope, sessionId: `${index}` }, failed);
		expect(await log.list(scope)).toEqual([]);
		expect(await log.list({ ...scope, sessionId: "0" })).toHaveLength(1);
	});
});

describe("an attempt log with a journal", () => {
	test("leaves everything to it", async () => {
		const appended: FailedFold[] = [];
		const journal: FoldJournal = {
			append: async (_scope, attempt) => {
				appended.push(attempt);
			},
			list: async () => [],
		};
		const { log, events } = setUp(journal);
		await log.failed(scope, failed);
		expect(appended).toEqual([failed]);
		expect(await log.list(scope)).toEqual([]);
		expect(events).toEqual([]);
	});

	test("keeps here what it does not take, until a fold is saved", async () => {
		const { log, events } = setUp({ append: () => Promise.reject(new Error("full")), list: () => Promise.resolve([]) });
		await log.failed(scope, failed);
		expect(await log.list(scope)).toMatchObject([{ outcome: "failed", atMs: 1_000 }]);
		expect(events).toEqual([{ scope, type: "store-failed", operation: "journal" }]);
		log.saved(scope, saved, { after: undefined, through });
		expect(await log.list(scope)).toEqual([]);
	});
});

test("the time of the next attempt doubles from 5 seconds to 10 minutes", () => {
	expect([1, 2, 3, 7, 8, 50, 5_000].map((failures) => retryAt(1_000, failures) - 1_000)).toEqual([5_000, 10_000, 20_000, 320_000, 600_000, 600_000, 600_000]);
});

test.each([
	[undefined, undefined, true],
	[undefined, through, false],
	[through, undefined, false],
	[through, { ...through }, true],
	[through, { ...through, id: "b" }, false],
	[through, { ...through, timestampMs: 2 }, false],
])("cursors %j and %j are the same place: %s", (left, right, same) => {
	expect(sameCursor(left, right)).toBe(same);
});

test("a model is known by its configured name until it answers, then by both", () => {
	const models = createModelRecord();
	expect([...models.names("default")]).toEqual(["default"]);
	models.answered("default", "mini");
	models.succeeded("default", 5);
	expect([...models.names("default")]).toEqual(["default", "mini"]);
	expect(models.currentName("default")).toBe("mini");
	expect(models.lastSuccessMs("default")).toBe(5);
	expect(models.lastSuccessMs("other")).toBeUndefined();
});
