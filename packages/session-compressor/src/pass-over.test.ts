import { describe, expect, test } from "vitest";
import type { CompressorOptions } from "./compressor.ts";
import { countWords } from "./count-words.ts";
import { idsFrom, idsOf, scope, setUp, type World } from "./set-up.fixture.ts";
import type { FoldRequest } from "./summarizer.ts";
import { createScriptedSummarizer, type ScriptedStep } from "./testing.ts";

const refusal: ScriptedStep = { reply: "I'm sorry, I cannot help with that." };

/** A world whose model refuses every batch that holds one of these messages. */
function refusing(poisoned: readonly string[], options: Partial<CompressorOptions> = {}): World {
	const decide = (request: FoldRequest): ScriptedStep => (request.messages.some(({ id }) => poisoned.includes(id)) ? refusal : "fold");
	const model = createScriptedSummarizer({ decide });
	return { ...setUp({ summarizer: model.summarizer, ...options }), model };
}

/** Turns with pauses longer than any back-off. */
async function goOn({ compressor, clock }: Pick<World, "compressor" | "clock">, turns: number): Promise<void> {
	for (let turn = 0; turn < turns; turn++) {
		await compressor.recall(scope);
		clock.advance(700_000);
	}
}

function spans({ model }: World): string[] {
	return model.batches.map((ids) => (ids.length === 1 ? `${ids[0]}` : `${ids[0]}–${ids.at(-1)}`));
}

async function outcomes({ store }: World): Promise<string[]> {
	return (await store.journal.list(scope)).map(({ outcome }) => outcome).toReversed();
}

describe("a message that no call can fold", () => {
	test("is found by halving, and passed over when the model works otherwise", async () => {
		const world = refusing(["m1"]);
		world.say(10);
		await goOn(world, 8);
		expect(spans(world)).toEqual(["m1–m6", "m1–m6", "m1–m3", "m1", "m2", "m2–m6"]);
		expect(await outcomes(world)).toEqual(["failed", "failed", "failed", "failed", "probe", "passed-over", "saved"]);
		const view = await world.compressor.recall(scope);
		expect(view).toMatchObject({ absorbedCount: 6, uncovered: 0 });
		expect(view.summary?.text).toContain("- One user message of 2027-01-15 (9 characters) could not be summarised.\n- m2");
		expect(view.summary?.text).not.toContain("message 1");
		expect(idsOf(view.messages)).toEqual(idsFrom(7, 10));
	});

	test("needs no probe when its neighbours were folded since it first failed", async () => {
		const world = refusing(["m3"]);
		world.say(10);
		await goOn(world, 14);
		expect(spans(world)).toEqual(["m1–m6", "m1–m6", "m1–m3", "m1", "m2–m6", "m2–m6", "m2–m3", "m2", "m3–m6", "m3–m6", "m3–m4", "m3"]);
		expect(await outcomes(world)).toContain("passed-over");
		expect(await outcomes(world)).not.toContain("probe");
		expect((await world.store.load(scope))?.summary).toBe("- m1\n- m2\n- One user message of 2027-01-15 (9 characters) could not be summarised.");
	});

	test("is passed over on the proof of another session of this process", async () => {
		const world = refusing(["m1"]);
		const other = { ...scope, sessionId: "other" };
		world.say(10);
		await goOn(world, 4);
		world.say(8, other);
		await world.compressor.recall(other);
		await goOn(world, 1);
		expect(await outcomes(world)).toEqual(["failed", "failed", "failed", "failed", "passed-over"]);
	});

	test("does not wait for the back-off to be passed over", async () => {
		const world = refusing(["m1"]);
		world.say(10);
		await goOn(world, 3);
		await world.compressor.recall(scope);
		const other = { ...scope, sessionId: "other" };
		world.say(8, other);
		world.clock.advance(1);
		await world.compressor.recall(other);
		expect(await world.compressor.fold(scope)).toMatchObject({ outcome: "saved", folds: 2 });
	});

	test("is found, proven and passed over within one fold of the background, without a further turn", async () => {
		const world = refusing(["m1"]);
		world.say(10);
		await goOn(world, 4);
		expect(spans(world)).toEqual(["m1–m6", "m1–m6", "m1–m3", "m1"]);
		expect(await world.compressor.fold(scope)).toMatchObject({ outcome: "saved", folds: 2 });
		expect(spans(world).slice(4)).toEqual(["m2", "m2–m6"]);
	});

	test("leaves the name of the model that wrote the summary", async () => {
		const world = refusing(["m5"]);
		world.say(8);
		const other = createScriptedSummarizer({ model: "writer" });
		await world.compressor.recall(scope, { summarizer: other.summarizer, summaryModel: "writer" });
		const saved: (string | undefined)[] = [];
		const save: typeof world.store.save = async (savedScope, next, options) => {
			if (options.fold?.outcome === "passed-over") saved.push(next.summaryModel);
			return await world.store.save(savedScope, next, options);
		};
		world.say(6);
		await goOn({ compressor: world.another({ store: { ...world.store, save } }), clock: world.clock }, 10);
		expect(saved).toEqual(["writer"]);
	});

	test("is never passed over while the model folds nothing at all", async () => {
		const world = refusing(idsFrom(1, 30));
		world.say(10);
		await goOn(world, 20);
		expect(spans(world).slice(3)).toEqual([
			"m1",
			...["m2", "m3", "m4", "m5", "m6"],
			...["m2", "m3", "m4", "m5", "m6"],
			...["m2", "m3", "m4", "m5", "m6"],
			"m2",
		]);
		expect(await world.store.load(scope)).toBeUndefined();
		expect((await world.compressor.recall(scope)).messages).toHaveLength(10);
	});

	test("gets one more try when the model was broken and works again", async () => {
		const broken = idsFrom(1, 30);
		const world = refusing(broken);
		world.say(10);
		await goOn(world, 6);
		broken.length = 0;
		await goOn(world, 3);
		expect(spans(world).slice(3)).toEqual(["m1", "m2", "m3", "m4", "m1", "m2–m6"]);
		expect(await outcomes(world)).not.toContain("passed-over");
		expect((await world.store.load(scope))?.summary).toBe(
			idsFrom(1, 6)
				.map((id) => `- ${id}`)
				.join("\n"),
		);
	});

	test("gets a fresh chance with another model", async () => {
		const world = refusing(["m1"]);
		world.say(10);
		await goOn(world, 5);
		const able = createScriptedSummarizer({ model: "able" });
		const { state } = await world.compressor.recall(scope, { summarizer: able.summarizer, summaryModel: "able" });
		expect(able.batches).toEqual([["m1"]]);
		expect(state).toMatchObject({ summary: "- m1", summaryModel: "able" });
	});

	test("gets a fresh chance when it is edited", async () => {
		const poisoned = ["m1"];
		const world = refusing(poisoned);
		world.say(10);
		await goOn(world, 5);
		world.log.update("m1", { text: "said in other words" });
		poisoned.length = 0;
		await goOn(world, 2);
		expect(await outcomes(world)).not.toContain("passed-over");
		expect((await world.store.load(scope))?.summary).toContain("- m1\n- m2");
	});

	test("gets a fresh chance when it is edited after it was passed over", async () => {
		const poisoned = ["m1"];
		const world = refusing(poisoned);
		world.say(10);
		await goOn(world, 8);
		world.log.update("m1", { text: "said in other words" });
		poisoned.length = 0;
		await goOn(world, 3);
		expect((await world.store.load(scope))?.summary).not.toContain("could not be summarised");
	});

	test("is said so even when the summary is full", async () => {
		const world = refusing(["m1"], { summaryWords: 20 });
		world.say(4);
		await world.compressor.recall(scope);
		world.say(40);
		const full = idsFrom(100, 130).join(" ");
		const { state } = await world.compressor.recall(scope, { summarizer: async () => ({ text: JSON.stringify({ summary: `- ${full}` }), model: "full" }) });
		expect(countWords(state?.summary ?? "")).toBe(20);
		const model = createScriptedSummarizer({ decide: (request) => (request.messages.some(({ id }) => id === "m7") ? refusal : "fold") });
		const compressor = world.another({ summarizer: model.summarizer });
		await goOn({ compressor, clock: world.clock }, 6);
		const summary = (await world.store.load(scope))?.summary ?? "";
		expect(summary).toContain("- One user message of 2027-01-15 (9 characters) could not be summarised.");
		expect(summary).toContain("m100 m101");
		expect(countWords(summary)).toBeLessThanOrEqual(20);
	});

	test("works the same without a journal, by what this process saw", async () => {
		const world = refusing(["m1"]);
		const { journal: _journal, ...store } = world.store;
		const compressor = world.another({ store });
		world.say(10);
		await goOn({ compressor, clock: world.clock }, 8);
		expect(spans(world)).toEqual(["m1–m6", "m1–m6", "m1–m3", "m1", "m2", "m2–m6"]);
		expect((await store.load(scope))?.absorbedCount).toBe(6);
	});

	test("alone in its batch from the start is tried again before anything is concluded", async () => {
		const world = refusing(["m1"], { foldThreshold: 1, recentMessages: 1 });
		const other = { ...scope, sessionId: "other" };
		world.say(2);
		await world.compressor.recall(scope);
		world.clock.advance(1_000);
		world.say(2, other);
		await world.compressor.recall(other);
		expect(await world.compressor.fold(scope)).toMatchObject({ outcome: "backing-off" });
		world.clock.advance(700_000);
		await goOn(world, 2);
		expect(await outcomes(world)).toEqual(["failed", "failed", "passed-over"]);
	});
});
