import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { builtHost } from "./support/built-host.ts";
import { startChild } from "./support/child.ts";
import { agentFlow } from "./support/flow.ts";
import { createPoster } from "./support/http-client.ts";
import { quantile, table } from "./support/timing.ts";

/*
 * Resident memory of the built host with ChatOpenAI loaded: idle after the first turn, and over 5,000 turns with the switch on, folds included. Goals: idle
 * under 200 MB, after 5,000 turns under 300 MB, the last 1,000 turns at most 1.05 times turns 2,000 to 3,000.
 */

const turns = 5_000;
const clients = 4;
const sessions = 50;

const folder = mkdtempSync(join(tmpdir(), "foldback-memory-"));
const model = await startChild([fileURLToPath(new URL("support/fake-openai.ts", import.meta.url))], { wanted: /(http:\S+)/ });
const env = { OPENAI_BASE_URL: model.said, OPENAI_API_KEY: "bench", FOLDBACK_MODEL: "bench", FOLDBACK_DATA_DIR: folder, PORT: "0" };
const host = await startChild(builtHost, { env, wanted: /listening on (http:\S+)/ });
const poster = createPoster(host.said, clients);

try {
	const rows: string[][] = [
		["", "MiB"],
		["started", host.residentMiB().toFixed(0)],
	];
	await poster.post("/api/v1/flows/", agentFlow("on", { n_messages: 10, summarize_older_messages: true, pinned_keys: ["cluster"] }));
	await turn(0);
	rows.push(["idle after the first turn", host.residentMiB().toFixed(0)]);
	const samples = await manyTurns();
	const between = (from: number, to: number) =>
		quantile(
			samples.filter(({ done }) => done > from && done <= to).map(({ resident }) => resident),
			0.5,
		);
	for (let from = 0; from < turns; from += 1_000) rows.push([`turns ${from} to ${from + 1_000}, median`, between(from, from + 1_000).toFixed(0)]);
	rows.push(["last 1,000 / turns 2,000 to 3,000", `${(between(4_000, 5_000) / between(2_000, 3_000)).toFixed(3)}×`]);
	process.stdout.write(`\nResident memory of the built host\n${table(rows)}\n`);
} finally {
	poster.close();
	await host.stop();
	await model.stop();
	rmSync(folder, { recursive: true, force: true });
}

function turn(index: number): Promise<unknown> {
	return poster.post("/api/v1/run/on", { input_value: `Turn ${index}: when is the upgrade of the cluster?`, session_id: `s${index % sessions}` });
}

async function manyTurns(): Promise<readonly { readonly done: number; readonly resident: number }[]> {
	const samples: { done: number; resident: number }[] = [];
	let next = 0;
	let done = 0;
	const client = async () => {
		while (next < turns) {
			await turn(next++);
			done++;
			if (done % 50 === 0) samples.push({ done, resident: host.residentMiB() });
		}
	};
	await Promise.all(Array.from({ length: clients }, client));
	return samples;
}
