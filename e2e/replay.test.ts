import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createTokenCounter, type RecordedEndpoint, replay, startRecordedEndpoint, type TurnReport } from "@foldback/replay";
import Database from "better-sqlite3";
import { afterAll, beforeAll, expect, test } from "vitest";
import { foldWithOwnModel } from "./support/fold-with-own-model.ts";
import { recordedTalk } from "./support/recorded-talk.ts";
import { startTestHost, type TestHost } from "./support/test-host.ts";

const countTokens = createTokenCounter();
const talks = [recordedTalk("talk / one", 45), recordedTalk("talk “two”", 25)];
let folder: string;
let file: string;
let host: TestHost;
let endpoint: RecordedEndpoint;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "foldback-replay-test-"));
	file = join(folder, "talks.jsonl");
	await writeFile(file, talks.map((talk) => JSON.stringify(talk)).join("\n"));
	endpoint = await startRecordedEndpoint(0, countTokens);
	host = await startTestHost({ OPENAI_BASE_URL: endpoint.url, OPENAI_API_KEY: "replay" });
});
afterAll(async () => {
	await host?.end();
	await endpoint?.close();
	await rm(folder, { recursive: true, force: true });
});

function replayTalks(onTurn: (turn: TurnReport) => void) {
	const settings = { limit: 100, recentMessages: 10, pinnedKeys: ["item"], jobs: 2 };
	return replay({ hostUrl: host.url, endpoint, conversations: talks, countTokens, onTurn, ...settings });
}

test("every row is absorbed, sent or uncovered after every turn", async () => {
	const turns: TurnReport[] = [];
	const reports = await replayTalks((turn) => turns.push(turn));
	expect(turns).toHaveLength(70);
	expect(turns.flatMap(({ violations }) => violations)).toEqual([]);
	expect(Math.max(...turns.map(({ uncovered }) => uncovered))).toBe(0);
	const folds = reports.map((report) => report.turns.reduce((total, turn) => total + turn.folds, 0));
	expect(folds).toEqual([4, 2]);
	expect(Math.max(...turns.map(({ size }) => size.messages))).toBeLessThanOrEqual(10 + 19 + 3);
});

test("the check finds a memory that claims more than it absorbed", async () => {
	const found: string[] = [];
	await replayTalks((turn) => {
		found.push(...turn.violations);
		if (turn.session === "talk / one" && turn.turn === 20) {
			const database = new Database(host.databaseFile);
			database.prepare("UPDATE session_memory_state SET absorbed_count = absorbed_count + 3 WHERE session_id = ?").run(turn.session);
			database.close();
		}
	});
	expect(found.join("\n")).toMatch(/The state counts \d+ absorbed messages/);
});

test("a fold that reaches the recorded endpoint ends the replay with a reason", async () => {
	let changed: Promise<void> | undefined;
	const replayed = replayTalks((turn) => {
		if (turn.session === "talk / one" && turn.turn === 1) changed = foldWithOwnModel(host.url);
	});
	await expect(replayed).rejects.toThrow(/fold.* by recorded-\d failed[\s\S]*folds belong to the offline model/);
	await changed;
	expect(await (await fetch(`${host.url}/api/v1/flows/`)).text()).not.toContain("Replay 2");
});

const command = (args: readonly string[]) => {
	const main = fileURLToPath(new URL("../apps/replay/src/main.ts", import.meta.url));
	return promisify(execFile)(process.execPath, ["--conditions=@foldback/source", main, ...args]);
};

test.each(["inline", "background"])("the command starts a host, replays with %s folds and compares with raw windows", async (timing) => {
	const { stdout } = await command([file, "--json", "--session", "talk “two”", "--fold-timing", timing]);
	const lines = stdout
		.trim()
		.split("\n")
		.map((line) => JSON.parse(line));
	expect(lines.filter(({ type }) => type === "turn")).toHaveLength(25);
	const totals = lines.filter(({ type }) => type === "total");
	expect(totals.map(({ name }) => name)).toEqual(["Foldback", "last 100 raw", "last 10 raw"]);
	expect(totals[0]).toMatchObject({ calls: 25, folds: 2 });
	expect(totals[0].messages).toBeLessThan(totals[1].messages);
});

test("the command prints a line a turn and the comparison", async () => {
	const { stdout } = await command([file, "--session", "talk / one", "--limit", "3"]);
	expect(stdout).toMatch(/talk \/ one +3\/3 +6 /);
	expect(stdout).toMatch(/last 100 raw/);
});

test("the command uses a running host, and says so when that one calls another endpoint", async () => {
	const port = Number(new URL(endpoint.url).port);
	await endpoint.close();
	try {
		const { stdout } = await command([file, "--limit", "2", "--json", "--host", host.url, "--endpoint-port", String(port)]);
		expect(stdout).toMatch(/"type":"total"/);
	} finally {
		endpoint = await startRecordedEndpoint(port, countTokens);
	}
	const elsewhere = await startRecordedEndpoint(0, countTokens);
	const free = new URL(elsewhere.url).port;
	await elsewhere.close();
	await expect(command([file, "--host", host.url, "--endpoint-port", free])).rejects.toMatchObject({
		code: 1,
		stderr: expect.stringContaining(`The host did not call the recorded endpoint. Start it with OPENAI_BASE_URL=http://127.0.0.1:${free}/v1`),
	});
});
