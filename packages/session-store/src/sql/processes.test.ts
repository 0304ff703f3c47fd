import { describe, expect, it, onTestFinished } from "vitest";
import { kinds, start } from "./processes.fixture.ts";

const scope = { flowId: "flow", userId: "ann", sessionId: "chat", contextId: "" };

describe.each(kinds)("several processes on one $name", ({ place: newPlace, open }) => {
	async function openWithFlow() {
		const place = await newPlace();
		const store = await open(place);
		onTestFinished(() => store.close());
		await store.flows.create({ id: "flow", userId: "ann", name: "F", endpointName: null, document: {} });
		return { place, store };
	}

	it("open one empty database at once", async () => {
		const workers = Array.from({ length: 5 }, () => start("open"));
		for (let round = 0; round <= 12; round++) {
			const place = await newPlace();
			await Promise.all(workers.map((each) => each.printed(round + 1)));
			for (const { child } of workers) child.stdin.write(`${place}\n`);
		}
		for (const { child } of workers) child.stdin.end();
		expect(await Promise.all(workers.map(({ ended }) => ended))).toEqual(workers.map(() => ""));
		const lines = ["ready", ...Array.from({ length: 13 }, () => "opened 0"), "done"];
		expect(workers.map((each) => each.lines)).toEqual(workers.map(() => lines));
	});

	it("append to one session: every row once, times strictly rising", async () => {
		const { place, store } = await openWithFlow();
		const workers = [start("append", place, "150"), start("append", place, "150")];
		await Promise.all(workers.map(({ ended }) => ended));
		const acknowledged = workers.flatMap(({ lines }) => lines.filter((line) => line !== "done"));
		const rows = await store.messages.list("ann", {});
		expect(rows.map((row) => `${row.timestampMs} ${row.id}`).sort()).toEqual([...acknowledged].sort());
		expect(rows).toHaveLength(300);
		expect(new Set(rows.map((row) => row.timestampMs)).size).toBe(300);
	});

	it("fold one session: one winner for every step, and nothing absorbed twice", async () => {
		const { place, store } = await openWithFlow();
		for (let number = 1; number <= 40; number++) await store.messages.append({ ...scope, sender: "User", text: `${number}` });
		const workers = [start("race", place), start("race", place)];
		expect(await Promise.all(workers.map(({ ended }) => ended))).toEqual(["", ""]);
		const won = workers.flatMap(({ lines }) => lines.filter((line) => line !== "done"));
		expect(won).toHaveLength(40);
		expect(new Set(won).size).toBe(40);
		expect(await store.memory.load(scope)).toMatchObject({
			absorbedCount: 40,
			version: 40,
			summary: Array.from({ length: 40 }, (_, index) => `${index + 1};`).join(""),
		});
	});

	it("lose nothing that was acknowledged when one is killed", async () => {
		const { place, store } = await openWithFlow();
		for (let round = 1; round <= 3; round++) {
			const { child, lines, printed, ended } = start("append", place, "1000000");
			await printed(round * 10);
			child.kill("SIGKILL");
			await ended;
			const ids = new Set((await store.messages.list("ann", { limit: 1_000_000 })).map((row) => row.id));
			expect(lines.length).toBeGreaterThanOrEqual(round * 10);
			// The last line may have been cut by the kill.
			expect(lines.slice(0, -1).filter((line) => !ids.has(line.split(" ")[1] ?? ""))).toEqual([]);
		}
	});
});
