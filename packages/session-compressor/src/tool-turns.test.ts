import { describe, expect, test } from "vitest";
import type { SessionMessage } from "./message.ts";
import { idsOf, scope, setUp } from "./set-up.fixture.ts";

/** Appends rows by a sketch: `u` user, `a` assistant, `t` a tool result that continues the message before it. */
function write({ log }: ReturnType<typeof setUp>, sketch: string): void {
	const before = log.rows(scope).length;
	for (const [index, kind] of [...sketch].entries()) {
		const role = ({ u: "user", a: "assistant", t: "tool" } as const)[kind] ?? "user";
		log.append({ ...scope, id: `${kind}${before + index + 1}`, role, text: `text ${before + index + 1}`, ...(kind === "t" ? { continues: true } : {}) });
	}
}

function startsWhole(messages: readonly Pick<SessionMessage, "continues">[]): boolean {
	return messages[0]?.continues !== true;
}

describe("messages that stay in one piece with the one before (langchain#34282, n8n#33431)", () => {
	test("a batch ends before a whole turn", async () => {
		const world = setUp({ foldThreshold: 6, maxBatch: 6 });
		write(world, "uauaatttttuaua");
		const view = await world.compressor.recall(scope);
		expect(world.model.batches).toEqual([["u1", "a2", "u3", "a4"]]);
		expect(startsWhole(view.messages)).toBe(true);
		expect(view).toMatchObject({ absorbedCount: 4, uncovered: 0 });
	});

	test("a turn longer than a batch is folded whole", async () => {
		const world = setUp({ foldThreshold: 3, maxBatch: 3 });
		write(world, "atttttuaua");
		await world.compressor.recall(scope);
		expect(world.model.batches).toEqual([["a1", "t2", "t3", "t4", "t5", "t6"]]);
	});

	test("a turn whose end is not there yet waits, however long it is", async () => {
		const world = setUp({ recentMessages: 1, foldThreshold: 3, maxBatch: 3 });
		write(world, `a${"t".repeat(20)}`);
		expect(await world.compressor.recall(scope)).toMatchObject({ uncovered: 21, messages: [] });
		expect(world.model.requests).toEqual([]);
		write(world, "u");
		expect(await world.compressor.recall(scope)).toMatchObject({ absorbedCount: 21, uncovered: 0, messages: [{ id: "u22" }] });
		expect(world.model.batches.map((batch) => batch.length)).toEqual([21]);
	});

	test("a turn is not folded past the current input", async () => {
		const world = setUp({ recentMessages: 1, foldThreshold: 3, maxBatch: 3 });
		write(world, "uattttttu");
		await world.compressor.recall(scope, { exclude: "t5" });
		expect(world.model.batches).toEqual([["u1"]]);
		await world.compressor.recall(scope, { exclude: "t5" });
		expect(world.model.requests).toHaveLength(1);
	});

	test("a recent window that would start within a turn starts with it", async () => {
		const world = setUp({ recentMessages: 2, foldThreshold: 4 });
		write(world, "uauaatt");
		const view = await world.compressor.recall(scope);
		expect(world.model.batches).toEqual([["u1", "a2", "u3", "a4"]]);
		expect(idsOf(view.messages)).toEqual(["a5", "t6", "t7"]);
	});

	test("a wide window leaves out the rest of an absorbed turn", async () => {
		const world = setUp({ recentMessages: 2, foldThreshold: 4 });
		write(world, "uaattuau");
		await world.compressor.recall(scope);
		expect(world.model.batches).toEqual([["u1", "a2", "a3", "t4", "t5", "u6"]]);
		const view = await world.compressor.recall(scope, { recentMessages: 5 });
		expect(idsOf(view.messages)).toEqual(["u6", "a7", "u8"]);
	});

	test("a window that holds only the end of a turn reads back to its start, when that is near", async () => {
		const world = setUp({ recentMessages: 2, foldThreshold: 50, maxBatch: 50, betweenFolds: "omit" });
		write(world, "uuattttt");
		expect(idsOf((await world.compressor.recall(scope)).messages)).toEqual(["a3", "t4", "t5", "t6", "t7", "t8"]);
	});

	test("a view never starts within a turn, and what that leaves out is counted", async () => {
		const world = setUp({ recentMessages: 1, foldThreshold: 2, maxBatch: 2, foldTiming: "background" });
		world.model.next({ fail: "network" });
		write(world, "attttt");
		const view = await world.compressor.recall(scope);
		expect(view).toMatchObject({ messages: [], uncovered: 6 });
	});

	test("a turn that cannot be folded is passed over whole", async () => {
		const world = setUp({ recentMessages: 1, foldThreshold: 3, maxBatch: 4 });
		write(world, "attuau");
		const refusal = { reply: "I cannot do that." };
		world.model.next(refusal, refusal, refusal);
		for (let turn = 0; turn < 5; turn++) {
			await world.compressor.recall(scope);
			world.clock.advance(700_000);
		}
		expect(world.model.batches.slice(0, 4)).toEqual([["a1", "t2", "t3", "u4"], ["a1", "t2", "t3", "u4"], ["a1", "t2", "t3"], ["u4"]]);
		expect((await world.store.load(scope))?.summary).toMatch(/^- One turn of 3 messages of 2027-01-15 \(18 characters\) could not be summarised\./);
	});

	test("tool results at the very end are folded like anything else (langchain#39261)", async () => {
		const world = setUp({ recentMessages: 1, foldThreshold: 2, maxBatch: 50 });
		write(world, "attttu");
		await world.compressor.recall(scope);
		expect(world.model.batches).toEqual([["a1", "t2", "t3", "t4", "t5"]]);
	});
});
