import { readFileSync, statSync } from "node:fs";
import { expect, it } from "vitest";
import { openBench } from "./store.fixture.ts";

/** Deterministic numbers: the same tree is built each time. */
function createRandom(): (below: number) => number {
	let state = 7919;
	return (below) => {
		state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
		return state % below;
	};
}

it("leaves nothing of what was deleted or edited in the file, however the tree was rearranged", async () => {
	const bench = await openBench();
	const { store, path, say } = bench;
	const random = createRandom();
	const live: { id: string; word: string }[] = [];
	const gone: string[] = [];
	for (let round = 0; round < 1_500; round++) {
		const word = `w${round}q`;
		const text = `${word} `.repeat(1 + random(random(10) === 0 ? 900 : 60));
		const at = random(live.length || 1);
		const old = live[at];
		const turn = random(10);
		if (turn < 5 || old === undefined || live.length < 5) {
			live.push({ id: (await say(text)).id, word });
			continue;
		}
		gone.push(old.word);
		if (turn < 8) await store.messages.delete("ann", [old.id]);
		else await store.messages.update("ann", old.id, { text });
		live.splice(at, 1, ...(turn < 8 ? [] : [{ id: old.id, word }]));
	}
	await store.rewrite();
	const bytes = readFileSync(path, "latin1");
	expect(gone.length).toBeGreaterThan(500);
	expect(gone.filter((word) => bytes.includes(`${word} `))).toEqual([]);
	expect(live.filter(({ word }) => !bytes.includes(`${word} `))).toEqual([]);
	expect(statSync(`${path}-wal`).size).toBe(0);
});

it("empties the log and rewrites the file by itself soon after something was deleted, also while another store has it open", async () => {
	const { store, path, say, openSecond } = await openBench();
	const second = await openSecond();
	const text = "planted-word ".repeat(100_000);
	const { id } = await say(text);
	await say("another");
	const inFile = () => readFileSync(path, "latin1").includes("planted-word") || readFileSync(`${path}-wal`, "latin1").includes("planted-word");
	expect(inFile()).toBe(true);
	await second.messages.delete("ann", [id]);
	// Only a rewrite gives the place of the deleted row back to the disk.
	const found = () => [statSync(`${path}-wal`).size, inFile(), statSync(path).size > text.length];
	await expect.poll(found, { timeout: 30_000 }).toEqual([0, false, false]);
	expect(await store.messages.list("ann", {})).toHaveLength(1);
});

it("does so after a long read of another connection has ended, and does not wait for it", async () => {
	const { store, path, say, sql } = await openBench();
	const { id } = await say("planted-word");
	sql("BEGIN");
	sql("SELECT * FROM message");
	await store.messages.delete("ann", [id]);
	const before = performance.now();
	await expect.poll(() => performance.now() - before, { timeout: 5_000 }).toBeGreaterThan(700);
	expect(readFileSync(`${path}-wal`, "latin1")).toContain("planted-word");
	await say("nobody waits");
	sql("COMMIT");
	await expect.poll(() => readFileSync(`${path}-wal`, "latin1").includes("planted-word"), { timeout: 30_000 }).toBe(false);
});

it("does so at a close that comes before the deletion was acknowledged", async () => {
	const { store, path, say, openSecond } = await openBench({ synchronous: "full" });
	const second = await openSecond();
	const { id } = await say("planted-word");
	await say("another");
	const deleted = store.messages.delete("ann", [id]);
	await Promise.all([deleted, store.close()]);
	expect(statSync(`${path}-wal`).size).toBe(0);
	expect(readFileSync(path, "latin1")).not.toContain("planted-word");
	await second.close();
});
