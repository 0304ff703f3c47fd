import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { temporaryDatabase } from "../postgres/database.fixture.ts";
import { openPostgresStore } from "../postgres/open-postgres-store.ts";
import type { SessionStore } from "../session-store.ts";
import { openSqliteStore } from "../sqlite/open-sqlite-store.ts";
import { temporaryPath } from "../sqlite/store.fixture.ts";

const worker = fileURLToPath(new URL("worker.fixture.ts", import.meta.url));
const scope = { flowId: "flow", userId: "ann", sessionId: "chat", contextId: "" };

interface Worker {
	readonly child: ChildProcessWithoutNullStreams;
	/** Everything it printed so far. */
	readonly lines: readonly string[];
	/** Resolves when it has printed so many lines, or ended. */
	printed(count: number): Promise<void>;
	/** Resolves when it has ended, with what it wrote to stderr. */
	readonly ended: Promise<string>;
}

function start(...parameters: readonly string[]): Worker {
	const child = spawn(process.execPath, ["--conditions=@foldback/source", worker, ...parameters]);
	onTestFinished(() => void child.kill("SIGKILL"));
	const lines: string[] = [];
	const errors: string[] = [];
	const output = createInterface({ input: child.stdout }).on("line", (line) => lines.push(line));
	child.stderr.on("data", (data) => errors.push(String(data)));
	const ended = once(child, "close").then(() => errors.join(""));
	// A worker that has ended cannot read what is still sent to it; why it ended is in its errors.
	child.stdin.on("error", () => {});
	const printed = async (count: number): Promise<void> => {
		while (lines.length < count && child.exitCode === null) await Promise.race([once(output, "line"), ended]);
	};
	return { child, lines, printed, ended };
}

interface Kind {
	readonly name: string;
	/** A database that does not exist yet, or is empty. */
	readonly place: () => Promise<string>;
	readonly open: (place: string) => Promise<SessionStore>;
}

const kinds: readonly Kind[] = [
	{ name: "SQLite", place: async () => temporaryPath(), open: (path) => openSqliteStore({ path }) },
	{ name: "Postgres", place: temporaryDatabase, open: (url) => openPostgresStore({ url }) },
];

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
