import { describe, expect, test } from "vitest";
import { idsFrom, idsOf, scope, setUp, type World } from "./set-up.fixture.ts";
import type { FoldRequest } from "./summarizer.ts";
import { createScriptedSummarizer, type ScriptedStep } from "./testing.ts";

const refusal: ScriptedStep = { reply: "I'm sorry, I cannot help with that." };

/** A world whose model refuses every batch that holds one of these messages. */
function refusing(...poisoned: string[]): World {
	const decide = (request: FoldRequest): ScriptedStep => (request.messages.some(({ id }) => poisoned.includes(id)) ? refusal : "fold");
	const model = createScriptedSummarizer({ decide });
	return { ...setUp({ summarizer: model.summarizer }), model };
}

/** Turns with long pauses. */
async function goOn({ compressor, clock }: World, turns: number): Promise<void> {
	for (let turn = 0; turn < turns; turn++) {
		await compressor.recall(scope);
		clock.advance(700_000);
	}
}

describe("a message that no call can fold", () => {
	test("is found by halving, and passed over when the model works otherwise", async () => {
		const world = refusing("m1");
		world.say(10);
		await goOn(world, 8);
		expect(world.model.batches.map(idsSpan)).toEqual(["m1..m6", "m1..m6", "m1..m3", "m1..m1", "m2..m2", "m2..m6"]);
		const view = await world.compressor.recall(scope);
		expect(view).toMatchObject({ absorbedCount: 6, uncovered: 0 });
		expect(view.summary?.text).toContain("- One user message of 2027-01-15 (9 characters) could not be summarised.\n- m2");
		expect(idsOf(view.messages)).toEqual(idsFrom(7, 10));
		expect((await world.store.journal.list(scope)).map(({ outcome }) => outcome)).toEqual([
			"saved",
			"passed-over",
			"probe",
			"failed",
			"failed",
			"failed",
			"failed",
		]);
	});
});

function idsSpan(ids: readonly string[]): string {
	return `${ids[0]}..${ids.at(-1)}`;
}
