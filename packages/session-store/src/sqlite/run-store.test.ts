import { expect, it } from "vitest";
import { maxRunsPerSession } from "../session-store.ts";
import { type Bench, openBench } from "./store.fixture.ts";

async function addRun({ store, flowId, clock }: Bench, id: string, rows: { readonly inputId?: string; readonly answerId?: string }): Promise<boolean> {
	clock.nowMs += 1;
	const run = { id, flowId, userId: "ann", inputId: "", answerId: "", ...rows, durationMs: 5, status: "finished", code: "", details: { calls: [] } } as const;
	return store.runs.add({ ...run, startedAtMs: clock.nowMs });
}

it("keeps a run with the session of its rows, wherever that was renamed to", async () => {
	const bench = await openBench();
	const { id: inputId } = await bench.say("hello");
	await bench.store.messages.renameSession("ann", "chat", "talk");
	expect(await addRun(bench, "r1", { inputId })).toBe(true);
	expect(await bench.store.runs.get("ann", "r1")).toMatchObject({ sessionId: "talk", inputId, status: "finished", details: { calls: [] } });
	await bench.store.messages.renameSession("ann", "talk", "other");
	expect(await bench.store.runs.list("ann", { sessionId: "other" })).toHaveLength(1);
});

it("stores nothing for a run whose rows are gone", async () => {
	const bench = await openBench();
	const { id: answerId } = await bench.say("hello");
	await bench.store.messages.deleteSessions("ann", ["chat"]);
	await bench.say("a new session of that name");
	expect(await addRun(bench, "r1", { answerId })).toBe(false);
	expect(await addRun(bench, "r2", {})).toBe(false);
	expect(await bench.store.runs.list("ann", {})).toEqual([]);
});

it.each<[string, (bench: Bench, answerId: string) => Promise<unknown>]>([
	["session", ({ store }) => store.messages.deleteSessions("ann", ["chat"])],
	["session's last message", ({ store }, answerId) => store.messages.delete("ann", [answerId])],
	["flow", ({ store, flowId }) => store.flows.delete("ann", flowId)],
])("goes with the %s", async (_, remove) => {
	const bench = await openBench();
	const { id: answerId } = await bench.say("hello");
	await addRun(bench, "r1", { answerId });
	await remove(bench, answerId);
	expect(bench.sql("SELECT * FROM run_record")).toEqual([]);
});

it("keeps the newest runs of each session", async () => {
	const bench = await openBench();
	const { id: inputId } = await bench.say("hello");
	const { id: elsewhere } = await bench.say("hello", { sessionId: "other" });
	await addRun(bench, "other", { inputId: elsewhere });
	for (let number = 0; number < maxRunsPerSession + 3; number++) await addRun(bench, `r${number}`, { inputId });
	const runs = await bench.store.runs.list("ann", { sessionId: "chat", limit: 1_000 });
	expect(runs).toHaveLength(maxRunsPerSession);
	expect([runs[0]?.id, runs.at(-1)?.id]).toEqual([`r${maxRunsPerSession + 2}`, "r3"]);
	expect(await bench.store.runs.list("ann", { sessionId: "other" })).toHaveLength(1);
});

it("is found by its answer, by its owner only, and continues after a page", async () => {
	const bench = await openBench();
	const { id: answerId } = await bench.say("hello", { sender: "Machine" });
	await addRun(bench, "r1", { answerId });
	await addRun(bench, "r2", { answerId });
	expect(await bench.store.runs.get("ann", answerId)).toBeDefined();
	expect(await bench.store.runs.get("bob", answerId)).toBeUndefined();
	expect(await bench.store.runs.get("ann", "")).toBeUndefined();
	const [newest] = await bench.store.runs.list("ann", { limit: 1 });
	expect(await bench.store.runs.list("ann", newest ? { before: newest } : {})).toMatchObject([{ id: "r1" }]);
});

it("reads messages by id, however many, of their owner only", async () => {
	const bench = await openBench();
	const rows = [await bench.say("one"), await bench.say("two")];
	const ids = [...rows.map(({ id }) => id), ...Array.from({ length: 40_000 }, (_, index) => `none ${index}`)];
	expect((await bench.store.messages.getAll("ann", ids)).map(({ text }) => text).sort()).toEqual(["one", "two"]);
	expect(await bench.store.messages.getAll("bob", ids)).toEqual([]);
});
