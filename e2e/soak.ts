import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { bundleHost } from "./support/bundle-host.ts";
import { runReplicas } from "./support/replicas/run-replicas.ts";

/*
 * The replicas test with big numbers: `pnpm soak`, with `--talks`, `--exchanges`, `--hosts`, `--kills`, `--restarts`, `--at-once`, `--seed` and
 * `--report FILE` to change them. It prints a report as JSON, and ends with 1 when a promise was broken.
 */

const { values } = parseArgs({
	options: {
		seed: { type: "string", default: String(Date.now() % 1_000_000) },
		hosts: { type: "string", default: "3" },
		talks: { type: "string", default: "200" },
		exchanges: { type: "string", default: "30" },
		"at-once": { type: "string", default: "12" },
		kills: { type: "string", default: "100" },
		restarts: { type: "string", default: "20" },
		report: { type: "string" },
	},
});

const plan = {
	seed: whole("seed"),
	hosts: whole("hosts"),
	talks: whole("talks"),
	exchanges: whole("exchanges"),
	atOnce: whole("at-once"),
	hostKills: whole("kills"),
	databaseRestarts: whole("restarts"),
};

const bundle = await bundleHost();
try {
	const startedMs = performance.now();
	const result = await runReplicas({ ...plan, bundle });
	const report = JSON.stringify({ plan, seconds: Math.round((performance.now() - startedMs) / 1_000), ...result }, undefined, "\t");
	process.stdout.write(`${report}\n`);
	if (values.report !== undefined) await writeFile(values.report, `${report}\n`);
	process.exitCode = result.problems.length === 0 ? 0 : 1;
} finally {
	await bundle.remove();
}

function whole(name: Exclude<keyof typeof values, "report">): number {
	const value = Number(values[name]);
	if (Number.isSafeInteger(value) && value >= 0) return value;
	throw new Error(`--${name} is ${JSON.stringify(values[name])}; give a whole number.`);
}
