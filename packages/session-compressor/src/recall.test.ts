import { describe, expect, test } from "vitest";
import { idsFrom, idsOf, scope, setUp } from "./set-up.fixture.ts";

describe("recall", () => {
	test("gives everything verbatim while nothing is folded", async () => {
		const { compressor, say, model } = setUp();
		say(7);
		const view = await compressor.recall(scope);
		expect(idsOf(view.messages)).toEqual(idsFrom(1, 7));
		expect(view).toMatchObject({ summary: undefined, merged: false, uncovered: 0, backlog: 3, absorbedCount: 0, foldDue: false });
		expect(model.requests).toEqual([]);
	});

	test("folds the backlog inline when it reaches the threshold, and finds nothing to fold the second time (anton PR10)", async () => {
		const { compressor, say, model, events } = setUp();
		say(8);
		const view = await compressor.recall(scope);
		expect(model.batches).toEqual([idsFrom(1, 4)]);
		expect(idsOf(view.messages)).toEqual(idsFrom(5, 8));
		expect(view.summary?.text).toContain("- m1\n- m2\n- m3\n- m4");
		expect(view.state).toMatchObject({ absorbedCount: 4, cursor: { id: "m4" }, summaryModel: "scripted", version: 1 });
		expect(events).toMatchObject([
			{ type: "fold-started", messageCount: 4 },
			{ type: "fold-saved", outcome: "saved", messageCount: 4, absorbedCount: 4 },
		]);
		expect(await compressor.recall(scope)).toEqual(view);
		expect(model.requests).toHaveLength(1);
	});

	test("sends the backlog between folds", async () => {
		const { compressor, say } = setUp();
		say(8);
		await compressor.recall(scope);
		say(3);
		const view = await compressor.recall(scope);
		expect(idsOf(view.messages)).toEqual(idsFrom(5, 11));
		expect(view).toMatchObject({ backlog: 3, absorbedCount: 4, uncovered: 0 });
	});
});
