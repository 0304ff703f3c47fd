import { afterAll, beforeAll, expect, test } from "vitest";
import { type BundledHost, bundleHost } from "./support/bundle-host.ts";
import { runReplicas } from "./support/replicas/run-replicas.ts";

/** Repeats a run: the seed of a failed one is in its name. `pnpm soak` is the same with bigger numbers. */
const seed = Number(process.env.FOLDBACK_REPLICAS_SEED ?? Date.now() % 1_000_000);

let bundle: BundledHost;
beforeAll(async () => {
	bundle = await bundleHost();
});
afterAll(() => bundle?.remove());

test(`three hosts on one Postgres, killed and restarted as it is, keep all promises (FOLDBACK_REPLICAS_SEED=${seed})`, async () => {
	const { problems, counts } = await runReplicas({ seed, hosts: 3, talks: 10, exchanges: 12, atOnce: 5, hostKills: 5, databaseRestarts: 2, bundle });
	process.stdout.write(`FOLDBACK_REPLICAS_SEED=${seed} ${JSON.stringify(counts)}\n`);
	expect(problems).toEqual([]);
	expect(counts.turns).toBeGreaterThan(100);
	expect(counts.hostKills).toBeGreaterThan(2);
	for (const kind of ["edits", "deletes", "renames", "failedTurns", "databaseRestarts", "folds"]) expect(counts[kind]).toBeGreaterThan(0);
}, 480_000);
