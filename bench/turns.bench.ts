import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ChatOpenAI } from "@langchain/openai";
import { builtHost } from "./support/built-host.ts";
import { type Child, startChild } from "./support/child.ts";
import { agentFlow } from "./support/flow.ts";
import { createPoster } from "./support/http-client.ts";
import { loadSessions, type SessionPlan } from "./support/load.ts";
import { type Load, quantile, table, together, underLoad } from "./support/timing.ts";

/*
 * Turns through the built host over HTTP, with a model on loopback that answers at once. Each figure stands beside a loop of bare `ChatOpenAI.invoke` calls
 * with as many messages, on the same server, in the same run: what is left is the host's own work (HTTP, flow, agent, two rows with an fsync each, the
 * run's record). Goals: turns per second at least 0.6 of the bare loop's; the switch on at most 1.3 times off while no fold is due; 10,000 messages at
 * most 1.1 times 100; a turn on which a background fold is due, and the first turn of 10,000 unfolded messages, as fast as any other. Beside the times of the
 * clock, which a busy machine makes longer, stands the processor time of one turn in the host, and of one bare call in this process.
 *
 * The floor (`support/floor.ts`) is the least process that takes a turn over HTTP, stores two durable rows and makes the call, and nothing else. A turn cannot
 * cost less than that, so the floor's ratio to the bare loop is the most that any host could reach on this machine, and tells what a goal in bare calls
 * means here. "Of floor" is what the host costs beyond it: checks, users and keys, flows, memory, forgetting, the run's record.
 */

const recent = 10;
/** Absorbed up to here, nine turns are left until a fold is due. */
const verbatim = recent + 1;
const turnsPerSession = 9;
/** Stored messages that a bare call and the floor send: as many as a turn of the switch at the most. */
const sentMessages = recent + turnsPerSession;
const sessionsPerCell = 4;
const rounds = 2;
const warmUps = 600;
const clientCounts = [1, 4, 16];
const sizes = [100, 10_000];

const flows = {
	off: agentFlow("off", { n_messages: recent, summarize_older_messages: false }),
	on: agentFlow("on", { n_messages: recent, summarize_older_messages: true, pinned_keys: ["cluster"] }),
	slow: agentFlow("slow", { n_messages: recent, summarize_older_messages: true, summary_model: [{ name: "slow", provider: "OpenAI" }] }),
};
type FlowName = keyof typeof flows;

/** One combination that is measured. */
interface Cell {
	readonly flow: FlowName;
	readonly rows: number;
	readonly clients: number;
	readonly round: number;
}

const cells: readonly Cell[] = Array.from({ length: rounds }, (_, round) =>
	clientCounts.flatMap((clients) => sizes.flatMap((rows) => (["off", "on"] as const).map((flow) => ({ flow, rows, clients, round })))),
).flat();
const foldDue = Array.from({ length: 10 }, (_, index) => `due ${index}`);
const unfolded = Array.from({ length: 4 }, (_, index) => `unfolded ${index}`);

const folder = mkdtempSync(join(tmpdir(), "foldback-turns-"));
const databasePath = join(folder, "foldback.db");
const floorPath = join(folder, "floor.db");
const model = await startChild([fileURLToPath(new URL("support/fake-openai.ts", import.meta.url))], { wanted: /(http:\S+)/ });
const env = { OPENAI_BASE_URL: model.said, OPENAI_API_KEY: "bench", FOLDBACK_MODEL: "bench", FOLDBACK_DATA_DIR: folder, PORT: "0" };
const wanted = /listening on (http:\S+)/;
const startHost = () => startChild(builtHost, { env, wanted });
const startFloor = () => startChild([fileURLToPath(new URL("support/floor.ts", import.meta.url)), floorPath, model.said, String(sentMessages)], { wanted });

try {
	await prepare();
	copyFileSync(databasePath, floorPath);
	const host = await startHost();
	const floor = await startFloor();
	const poster = createPoster(host.said, 16);
	const floorPoster = createPoster(floor.said, 16);
	const request = (sessionId: string) => ({ input_value: "When is the upgrade?", session_id: sessionId });
	const turn = (flow: FlowName, sessionId: string) => poster.post(`/api/v1/run/${flow}`, request(sessionId));
	try {
		await measureCells({ host, turn, floor, floorTurn: (sessionId) => floorPoster.post("/", request(sessionId)) });
		await measureFolds(turn);
	} finally {
		poster.close();
		floorPoster.close();
		await floor.stop();
		await host.stop();
	}
} finally {
	await model.stop();
	rmSync(folder, { recursive: true, force: true });
}

async function prepare(): Promise<void> {
	const host = await startHost();
	const poster = createPoster(host.said, 1);
	const ids = new Map<FlowName, string>();
	for (const [name, flow] of Object.entries(flows)) ids.set(name as FlowName, JSON.parse(await poster.post("/api/v1/flows/", flow)).id);
	poster.close();
	await host.stop();
	const plan = (flow: FlowName, sessionId: string, rows: number, kept?: number): SessionPlan => ({
		flowId: ids.get(flow) ?? "",
		sessionId,
		rows,
		...(kept === undefined ? {} : { verbatim: kept }),
	});
	const started = performance.now();
	const ofCells = cells
		.filter(({ flow, clients, round }) => flow === "on" || (clients === clientCounts[0] && round === 0))
		.flatMap((cell) => sessionsOf(cell).map((sessionId) => plan(cell.flow, sessionId, cell.rows, cell.flow === "on" ? verbatim : undefined)));
	await loadSessions(databasePath, [
		...ofCells,
		...foldDue.map((sessionId) => plan("slow", sessionId, 100, recent + 19)),
		...unfolded.map((sessionId) => plan("slow", sessionId, 10_000)),
	]);
	print(`Loaded in ${Math.round((performance.now() - started) / 1_000)} s.`);
}

/** With the switch off nothing is folded, so one set of sessions serves all. */
function sessionsOf({ flow, rows, clients, round }: Cell): readonly string[] {
	const set = flow === "off" ? `${rows}` : `${rows} ${clients} ${round}`;
	return Array.from({ length: sessionsPerCell }, (_, index) => `${set} ${index}`);
}

/** What is measured beside the bare calls of this process. */
interface Measured {
	readonly host: Pick<Child, "cpuMs">;
	readonly turn: (flow: FlowName, sessionId: string) => Promise<unknown>;
	readonly floor: Pick<Child, "cpuMs">;
	readonly floorTurn: (sessionId: string) => Promise<unknown>;
}

async function measureCells({ host, turn, floor, floorTurn }: Measured): Promise<void> {
	const loads = new Map<string, Load[]>();
	const keep = (name: string, load: Load) => loads.set(name, [...(loads.get(name) ?? []), load]);
	const bare = bareCall();
	// All sides are compiled by the same number of calls: without that, the first cells would tell of the compiler.
	const sides = [
		(index: number) => turn(index % 2 === 0 ? "off" : "on", `warm up ${index % 20}`),
		(index: number) => floorTurn(`warm up ${index % 20}`),
		() => bare(),
	];
	for (const side of sides) await underLoad(repeated(warmUps, side), 4);
	for (const cell of cells) {
		const name = `${cell.clients} clients`;
		const sessions = sessionsOf(cell);
		const tasks = Array.from({ length: turnsPerSession }, () => sessions.map((sessionId) => () => turn(cell.flow, sessionId))).flat();
		keep(`${name}, bare`, await underLoad(repeated(tasks.length, bare), cell.clients, ownCpuMs));
		const floorTurns = repeated(tasks.length, (index) => floorTurn(`100 ${index % sessionsPerCell}`));
		keep(`${name}, floor`, await underLoad(floorTurns, cell.clients, floor.cpuMs));
		keep(`${name}, ${cell.flow}, ${cell.rows}`, await underLoad(tasks, cell.clients, host.cpuMs));
	}
	printCells(loads);
}

function repeated(times: number, task: (index: number) => Promise<unknown>): readonly (() => Promise<unknown>)[] {
	return Array.from({ length: times }, (_, index) => () => task(index));
}

function printCells(loads: ReadonlyMap<string, readonly Load[]>): void {
	const loadOf = (name: string) => together(loads.get(name) ?? []);
	const rows = clientCounts.flatMap((clients) => {
		const [bare, floor] = [loadOf(`${clients} clients, bare`), loadOf(`${clients} clients, floor`)];
		const cellsOf = sizes.flatMap((size) => (["off", "on"] as const).map((flow) => `${clients} clients, ${flow}, ${size}`));
		return [`${clients} clients, bare`, `${clients} clients, floor`, ...cellsOf].map((name) => {
			const { p50, p99, perSecond, cpuMs } = loadOf(name);
			const ratios = [bare, floor].map((base) => (perSecond / base.perSecond).toFixed(2));
			return [name, p50.toFixed(2), p99.toFixed(2), perSecond.toFixed(0), ...ratios, cpuMs.toFixed(2)];
		});
	});
	const head = ["", "p50 ms", "p99 ms", "per second", "of bare", "of floor", "CPU ms"];
	print(`\nTurns, ${rounds} rounds of ${turnsPerSession * sessionsPerCell}\n${table([head, ...rows])}`);
	const ratios = clientCounts.map((clients) => {
		const p50 = (flow: string, size: number) => loadOf(`${clients} clients, ${flow}, ${size}`).p50;
		const times = (value: number) => `${value.toFixed(2)}×`;
		return [
			`${clients} clients`,
			...sizes.map((size) => times(p50("on", size) / p50("off", size))),
			...["off", "on"].map((flow) => times(p50(flow, 10_000) / p50(flow, 100))),
		];
	});
	print(`\np50 ratios\n${table([["", "on/off, 100", "on/off, 10,000", "10,000/100, off", "10,000/100, on"], ...ratios])}`);
}

/** The same model called without anything around it, with as many messages as a turn of the switch sends. */
function bareCall(): () => Promise<unknown> {
	const chat = new ChatOpenAI({ model: "bench", apiKey: "bench", configuration: { baseURL: model.said }, maxRetries: 0 });
	const text = "The cluster of project PRJ-123 is in the EU, and the window for the upgrade is on Tuesday at nine. ".repeat(3);
	const history = Array.from({ length: sentMessages }, (_, index): [string, string] => [index % 2 === 0 ? "human" : "ai", text]);
	return () => chat.invoke([["system", "You are a helpful assistant."], ...history, ["human", "When is the upgrade?"]]);
}

async function measureFolds(turn: (flow: FlowName, sessionId: string) => Promise<unknown>): Promise<void> {
	const time = async (sessionId: string) => {
		const start = performance.now();
		await turn("slow", sessionId);
		return performance.now() - start;
	};
	const times: Record<"due" | "during" | "first" | "others", number[]> = { due: [], during: [], first: [], others: [] };
	for (const sessionId of foldDue) {
		times.due.push(await time(sessionId));
		times.during.push(await time(sessionId));
		times.others.push(await time("short"));
	}
	for (const sessionId of unfolded) {
		times.first.push(await time(sessionId));
		times.others.push(await time("short"));
	}
	const row = (name: string, list: readonly number[]) => [name, quantile(list, 0.5).toFixed(2), Math.max(...list).toFixed(2)];
	const rows = [
		row("no fold due", times.others),
		row("a fold is due", times.due),
		row("the next one, while it is folded", times.during),
		row("first of 10,000 unfolded messages", times.first),
	];
	print(`\nTurns beside folds of two seconds\n${table([["", "p50 ms", "max ms"], ...rows])}`);
}

/** Processor time of this process. */
function ownCpuMs(): number {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1_000;
}

function print(text: string): void {
	process.stdout.write(`${text}\n`);
}
