import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startOwnPostgres } from "@foldback/testing/postgres";
import pg from "pg";
import { builtHost } from "./support/built-host.ts";
import { type Child, startChild } from "./support/child.ts";
import { type CountingProxy, startCountingProxy } from "./support/counting-proxy.ts";
import { agentFlow } from "./support/flow.ts";
import { createPoster } from "./support/http-client.ts";
import { table, underLoad } from "./support/timing.ts";

/*
 * What a turn costs a Postgres that many hosts share, counted on the wire and in the tables, and how turns a second grow with 1, 2 and 4 built hosts, with a
 * model on loopback that answers at once. All of them share this machine's cores with Postgres and the model: what is seen is where the work is, not how
 * far it goes on more machines. The figures of one host are those of `turns.bench.ts`, on Postgres.
 */

const sessions = 16;
const measuredTurns = 160;
const warmUpTurns = 16;
const connectionsPerHost = 10;
const flows = {
	off: agentFlow("off", { n_messages: 10, summarize_older_messages: false }),
	on: agentFlow("on", { n_messages: 10, summarize_older_messages: true, pinned_keys: ["cluster"] }),
};
type FlowName = keyof typeof flows;

const folder = mkdtempSync(join(tmpdir(), "foldback-scaling-"));
const postgres = await startOwnPostgres();
const proxy = await startCountingProxy(postgres.url);
const model = await startChild([fileURLToPath(new URL("support/fake-openai.ts", import.meta.url))], { wanted: /(http:\S+)/ });
const database = new pg.Client({ connectionString: postgres.url });
await database.connect();

try {
	await measureCosts(proxy);
	await measureHosts();
} finally {
	await database.end();
	await model.stop();
	proxy.close();
	await postgres.stop();
	rmSync(folder, { recursive: true, force: true });
}

function startHost(databaseUrl: string): Promise<Child> {
	const env = {
		DATABASE_URL: databaseUrl,
		FOLDBACK_MAX_CONNECTIONS: String(connectionsPerHost),
		FOLDBACK_SECRET_KEY: "the same for all hosts",
		OPENAI_BASE_URL: model.said,
		OPENAI_API_KEY: "bench",
		FOLDBACK_MODEL: "bench",
		FOLDBACK_DATA_DIR: folder,
		PORT: "0",
	};
	return startChild(builtHost, { env, wanted: /listening on (http:\S+)/ });
}

type Turn = (flow: FlowName, sessionId: string) => Promise<unknown>;

function turnsOf(hosts: readonly Child[], clients: number): { readonly turn: Turn; readonly close: () => void } {
	const posters = hosts.map((host) => createPoster(host.said, clients));
	let next = 0;
	const turn: Turn = (flow, sessionId) => {
		next += 1;
		const poster = posters[next % posters.length];
		if (!poster) throw new Error("There is no host.");
		return poster.post(`/api/v1/run/${flow}`, { input_value: "When is the upgrade?", session_id: sessionId });
	};
	const close = () => {
		for (const poster of posters) poster.close();
	};
	return { turn, close };
}

/** Statements, round trips and rows of a turn, without and with memory, and of a fold, which 20 messages share. */
async function measureCosts(counted: CountingProxy): Promise<void> {
	const host = await startHost(counted.url);
	const poster = createPoster(host.said, 1);
	for (const flow of Object.values(flows)) await poster.post("/api/v1/flows/", flow);
	poster.close();
	const { turn, close } = turnsOf([host], 1);
	const rows: string[][] = [];
	for (const flow of ["off", "on"] as const) {
		// Past the first folds, and so far that the next one is due after the turns that are counted.
		for (let index = 0; index < 16; index++) await turn(flow, "counted");
		await quiet(counted);
		const before = await storedRows();
		for (let index = 0; index < 8; index++) await turn(flow, "counted");
		rows.push([`turn, memory ${flow}`, ...(await costs(counted, before, 8))]);
	}
	const before = await storedRows();
	for (let index = 0; index < 20; index++) await turn("on", "counted");
	rows.push(["20 turns with memory and their 2 folds, per turn", ...(await costs(counted, before, 20))]);
	close();
	await host.stop();
	print(`\nWhat Postgres sees of a turn\n${table([["", "statements", "round trips", "rows written for good"], ...rows])}`);
}

async function costs(counted: CountingProxy, before: number, turns: number): Promise<readonly string[]> {
	const { statements, roundTrips } = await quiet(counted);
	return [statements, roundTrips, (await storedRows()) - before].map((value) => (value / turns).toFixed(1));
}

/** Waits until the work that turns leave for afterwards is done. @returns what was counted until then. */
async function quiet(counted: CountingProxy) {
	const total = { statements: 0, roundTrips: 0 };
	for (let still = 0; still < 5; ) {
		await new Promise((resolve) => setTimeout(resolve, 100));
		const { statements, roundTrips } = counted.take();
		still = statements === 0 ? still + 1 : 0;
		total.statements += statements;
		total.roundTrips += roundTrips;
	}
	return total;
}

async function storedRows(): Promise<number> {
	const tables = ["message", "run_record", "session_memory_state", "session_memory_fold"].map((name) => `(SELECT count(*) FROM ${name})`);
	const { rows } = await database.query<{ readonly total: string }>(`SELECT ${tables.join(" + ")} AS total`);
	return Number(rows[0]?.total);
}

async function measureHosts(): Promise<void> {
	const rows: string[][] = [];
	for (const [count, clients] of [
		[1, 1],
		[1, 16],
		[2, 16],
		[4, 16],
	] as const) {
		const hosts = await Promise.all(Array.from({ length: count }, () => startHost(postgres.url)));
		const { turn, close } = turnsOf(hosts, clients);
		const tasks = (name: string, length: number) => Array.from({ length }, (_, index) => () => turn("on", `${name} ${index % sessions}`));
		await underLoad(tasks(`warm up ${count} ${clients}`, count * warmUpTurns), clients);
		const load = await underLoad(tasks(`measured ${count} ${clients}`, measuredTurns), clients);
		const { rows: backends } = await database.query("SELECT 1 FROM pg_stat_activity WHERE application_name = 'foldback'");
		close();
		await Promise.all(hosts.map((host) => host.stop()));
		rows.push([`${count} hosts, ${clients} clients`, load.perSecond.toFixed(0), load.p50.toFixed(1), load.p99.toFixed(1), String(backends.length)]);
	}
	const title = `Turns through hosts on one Postgres, memory on, ${measuredTurns} turns each`;
	print(`\n${title}\n${table([["", "turns a second", "p50 ms", "p99 ms", "connections"], ...rows])}`);
}

function print(text: string): void {
	process.stdout.write(`${text}\n`);
}
