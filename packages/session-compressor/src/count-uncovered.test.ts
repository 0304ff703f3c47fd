import { expect, test } from "vitest";
import { scope, setUp } from "./set-up.fixture.ts";

test.each([
	["on the first page", "m2", 1_289],
	["pages further on", "m1100", 1_289],
	["just before the newest", "m1289", 1_289],
	["among the newest", "m1295", 1_289],
	["nowhere", "not stored", 1_290],
])("the current input is left out of the count when it lies %s", async (_where, exclude, uncovered) => {
	const { compressor, say, model } = setUp();
	model.next({ fail: "network" });
	say(1_300);
	expect((await compressor.recall(scope, { exclude })).uncovered).toBe(uncovered);
});

test("an input that is absorbed already is not subtracted", async () => {
	const { compressor, say, model } = setUp();
	say(8);
	await compressor.recall(scope);
	model.next({ fail: "network" });
	say(20);
	const view = await compressor.recall(scope, { exclude: "m2" });
	expect(view).toMatchObject({ absorbedCount: 4, uncovered: 14 });
	expect(view.messages).toHaveLength(10);
});

test("with betweenFolds 'omit' an overflow counts all that is hidden", async () => {
	const { compressor, say, model, events } = setUp({ betweenFolds: "omit" });
	model.next({ fail: "network" });
	say(20);
	expect(await compressor.recall(scope)).toMatchObject({ uncovered: 16, backlog: 0 });
	expect(events.at(-1)).toEqual({ scope, type: "uncovered", count: 16 });
});
