import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { openSqliteStore } from "./open-sqlite-store.ts";
import { temporaryPath } from "./store.fixture.ts";

const worker = fileURLToPath(new URL("worker.fixture.ts", import.meta.url));
const scope = { flowId: "flow", userId: "ann", sessionId: "chat", contextId: "" };

interface Worker {
	readonly child: ChildProcess;
	/** Everything it printed so far. */
	readonly lines: readonly string[];
	/** Resolves when it has ended, with what it wrote to stderr. */
	readonly ended: Promise<string>;
}

function start(...parameters: readonly string[]): Worker {
	const child = spawn(process.execPath, ["--conditions=@foldback/source", worker, ...parameters], { stdio: ["ignore", "pipe", "pipe"] });
	onTestFinished(() => void child.kill("SIGKILL"));
	const lines: string[] = [];
	const errors: string[] = [];
	createInterface({ input: child.stdout }).on("line", (line) => lines.push(line));
	child.stderr.on("data", (data) => errors.push(String(data)));
	return { child, lines, ended: once(child, "close").then(() => errors.join("")) };
}

async function openWithFlow() {
	const path = temporaryPath();
	const store = await openSqliteStore({ path });
	onTestFinished(() => store.close());
	await store.flows.create({ id: "flow", userId: "ann", name: "F", endpointName: null, document: {} });
	return { path, store };
}

describe("several processes", () => {
	it("open one empty database at once", async () => {
		const path = temporaryPath();
		const workers = Array.from({ length: 8 }, () => start("open", path));
		expect(await Promise.all(workers.map(({ ended }) => ended))).toEqual(workers.map(() => ""));
		expect(workers.map(({ lines }) => lines)).toEqual(workers.map(() => ["done"]));
	});

	it("append to one session: every row once, times strictly rising", async () => {
		const { path, store } = await openWithFlow();
		const workers = [start("append", path, "150"), start("append", path, "150")];
		await Promise.all(workers.map(({ ended }) => ended));
		const acknowledged = workers.flatMap(({ lines }) => lines.filter((line) => line !== "done"));
		const rows = await store.messages.list("ann", {});
		expect(rows.map((row) => `${row.timestampMs} ${row.id}`).sort()).toEqual([...acknowledged].sort());
		expect(rows).toHaveLength(300);
		expect(new Set(rows.map((row) => row.timestampMs)).size).toBe(300);
	});

	it("fold one session: one winner for every step, and nothing absorbed twice", async () => {
		const { path, store } = await openWithFlow();
		for (let number = 1; number <= 40; number++) await store.messages.append({ ...scope, sender: "User", text: `${number}` });
		const workers = [start("race", path), start("race", path)];
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
		const { path, store } = await openWithFlow();
		for (let round = 1; round <= 3; round++) {
			const { child, lines, ended } = start("append", path, "1000000");
			if (!child.stdout) throw new Error("no output");
			for (let seen = 0; seen < round * 2; seen++) await once(child.stdout, "data");
			child.kill("SIGKILL");
			await ended;
			const ids = new Set((await store.messages.list("ann", { limit: 1_000_000 })).map((row) => row.id));
			expect(lines.length).toBeGreaterThan(0);
			// The last line may have been cut by the kill.
			expect(lines.slice(0, -1).filter((line) => !ids.has(line.split(" ")[1] ?? ""))).toEqual([]);
		}
	});
});
