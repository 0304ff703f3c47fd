import fc from "fast-check";
import { test } from "vitest";
import { interleavings } from "./actions.fixture.ts";
import { play } from "./play.fixture.ts";

test("the invariants hold in random interleavings", async () => {
	await fc.assert(
		fc.asyncProperty(interleavings, async (actions) => await play(actions)),
		{ numRuns: 1_000 },
	);
});
