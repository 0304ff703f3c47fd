import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type BundledHost, bundleHost } from "./support/bundle-host.ts";
import { runCrashLane } from "./support/crash-lane.ts";

/** Repeats a run: the seed of a failed one is in its name. */
const seed = Number(process.env.FOLDBACK_CRASH_SEED ?? Date.now() % 1_000_000);
const lanes = 2;
const killsPerLane = 100;

let folder: string;
let bundle: BundledHost;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "foldback-crash-"));
	bundle = await bundleHost();
});
afterAll(async () => {
	await bundle?.remove();
	await rm(folder, { recursive: true, force: true });
});

test(`a host killed ${lanes * killsPerLane} times loses no acknowledged message and no half fold (FOLDBACK_CRASH_SEED=${seed})`, async () => {
	const results = await Promise.all(
		Array.from({ length: lanes }, (_, lane) => runCrashLane({ folder: join(folder, String(lane)), seed: seed + lane, kills: killsPerLane, bundle })),
	);
	process.stdout.write(`FOLDBACK_CRASH_SEED=${seed} ${JSON.stringify(results.map(({ problems, ...counts }) => counts))}\n`);
	expect(results.flatMap(({ problems }) => problems)).toEqual([]);
	for (const { acknowledged, folds, foldsCut } of results) {
		expect(acknowledged).toBeGreaterThan(killsPerLane);
		expect(folds).toBeGreaterThan(killsPerLane / 4);
		expect(foldsCut).toBeGreaterThan(0);
	}
}, 900_000);
