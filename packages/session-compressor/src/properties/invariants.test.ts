import fc from "fast-check";
import { expect, test } from "vitest";
import type { CompressorEvent } from "../events.ts";
import { interleavings } from "./actions.fixture.ts";
import { play } from "./play.fixture.ts";

test("the invariants hold in random interleavings", async () => {
	await fc.assert(
		fc.asyncProperty(interleavings, async (actions) => await play(actions)),
		{ numRuns: 300 },
	);
});

test("the interleavings reach what they are meant to reach", async () => {
	const reached = new Map<string, number>();
	const onEvent = (event: CompressorEvent) => {
		const detail = "outcome" in event ? event.outcome : "code" in event ? event.code : "reason" in event ? event.reason : "";
		const name = `${event.type} ${detail}`.trim();
		reached.set(name, (reached.get(name) ?? 0) + 1);
	};
	for (const actions of fc.sample(interleavings, { numRuns: 150, seed: 4 })) await play(actions, { onEvent });
	expect([...reached.keys()]).toEqual(
		expect.arrayContaining([
			"fold-saved saved",
			"fold-saved passed-over",
			"fold-lost conflict",
			"fold-lost stale-history",
			"fold-failed timeout",
			"fold-failed rate-limited",
			"fold-failed refusal",
			"uncovered",
		]),
	);
});
