import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { makeFolder } from "./open-store.ts";
import { agentFlow } from "./testing/flows.fixture.ts";
import { openOpenAI } from "./testing/openai.fixture.ts";
import { openTestHost, temporaryFolder } from "./testing/test-host.fixture.ts";

interface Running {
	readonly process: ChildProcess;
	readonly url: string;
	readonly output: () => string;
	/** Resolves with the exit code. */
	readonly exited: Promise<number | null>;
}

function launch(environment: Readonly<Record<string, string>>) {
	const main = fileURLToPath(new URL("main.ts", import.meta.url));
	const child = spawn(process.execPath, ["--conditions=@foldback/source", main], { env: { PORT: "0", ...environment }, stdio: ["ignore", "pipe", "pipe"] });
	let text = "";
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding("utf8").on("data", (chunk: string) => {
			text += chunk;
		});
	}
	const exited = once(child, "close").then(([code]) => code as number | null);
	onTestFinished(() => void child.kill("SIGKILL"));
	return { process: child, output: () => text, exited };
}

/** A host in a process of its own, once it has said where it listens. */
async function start(environment: Readonly<Record<string, string>>): Promise<Running> {
	const running = launch(environment);
	const url = await new Promise<string>((resolve, reject) => {
		running.process.stdout?.on("data", () => {
			const [, found] = /listening on (http:\S+)/.exec(running.output()) ?? [];
			if (found) resolve(found);
		});
		void running.exited.then((code) => reject(new Error(`exited with ${code}: ${running.output()}`)));
	});
	return { ...running, url };
}

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of any shape; a wrong one fails the assertion
const read = async (response: Response): Promise<any> => response.json();

async function post(url: string, body: unknown) {
	const response = await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
	return { status: response.status, body: await read(response) };
}

it("starts without any setting but a data folder, with samples that tell the difference, and stops with 0", async () => {
	const dataDir = join(temporaryFolder(), "new", "data");
	const host = await start({ FOLDBACK_DATA_DIR: dataDir, FOLDBACK_FOLD_THRESHOLD: "4" });
	expect(host.output()).toContain("offline demo model, not an LLM");
	expect(host.output()).toContain(dataDir);
	expect(statSync(dataDir).mode & 0o777).toBe(0o700);
	expect(statSync(join(dataDir, "foldback.db")).mode & 0o777).toBe(0o600);
	const flows = await read(await fetch(`${host.url}/api/v1/flows/?header_flows=true`));
	expect(flows.map((flow: { endpoint_name: string }) => flow.endpoint_name).sort()).toEqual(["support-assistant", "support-assistant-plain"]);
	for (const flow of ["support-assistant", "support-assistant-plain"]) {
		const ask = async (text: string) =>
			(await post(`${host.url}/api/v1/run/${flow}`, { input_value: text, session_id: "s", tweaks: { Agent: { n_messages: 4 } } })).body.outputs[0].outputs[0]
				.results.message.text;
		await ask("I'm working on project PRJ-481 on the EU cluster.");
		for (let turn = 0; turn < 5; turn++) await ask(`Step ${turn} went well.`);
		const answer = await ask("Which cluster were we on again?");
		if (flow === "support-assistant") expect(answer).toContain("EU");
		else expect(answer).not.toContain("EU");
	}
	host.process.kill("SIGTERM");
	expect(await host.exited).toBe(0);
	const again = await start({ FOLDBACK_DATA_DIR: dataDir });
	expect(await (await fetch(`${again.url}/api/v1/flows/`)).json()).toHaveLength(2);
	again.process.kill("SIGINT");
	expect(await again.exited).toBe(0);
});

it("lets a running turn and its fold finish at SIGTERM, takes nothing new, and loses nothing", async () => {
	const dataDir = temporaryFolder();
	const openai = await openOpenAI();
	const host = await start({ FOLDBACK_DATA_DIR: dataDir, OPENAI_BASE_URL: openai.url, FOLDBACK_MODEL: "m", FOLDBACK_FOLD_THRESHOLD: "2" });
	const { id } = (await post(`${host.url}/api/v1/flows/`, agentFlow("Agent", { n_messages: 2, summarize_older_messages: true }))).body;
	const first = post(`${host.url}/api/v1/run/${id}`, { input_value: "One", session_id: "s" });
	(await openai.next()).finish("One!");
	expect((await first).status).toBe(200);
	const second = post(`${host.url}/api/v1/run/${id}`, { input_value: "Two", session_id: "s" });
	const call = await openai.next();
	const stopping = new Promise<void>((resolve) => host.process.stderr?.on("data", () => host.output().includes("shutting-down") && resolve()));
	host.process.kill("SIGTERM");
	await stopping;
	const late = await fetch(`${host.url}/ready`);
	expect([late.status, late.headers.get("retry-after"), (await read(late)).reason]).toEqual([503, "5", "draining"]);
	const refused = await fetch(`${host.url}/api/v1/run/${id}`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: '{"input_value":"Three"}',
	});
	expect([refused.status, refused.headers.get("retry-after"), refused.headers.get("connection")]).toEqual([503, "5", "close"]);
	expect((await fetch(`${host.url}/health`)).status).toBe(200);
	call.finish("Two!");
	expect((await second).body.outputs[0].outputs[0].results.message.text).toBe("Two!");
	(await openai.next()).finish(JSON.stringify({ pinned: {}, summary: "- One was said." }));
	expect(await host.exited).toBe(0);
	const reopened = await openTestHost({}, { dataDir });
	const rows = (await reopened.call("GET", "/api/v1/monitor/messages?session_id=s")).body;
	expect(rows.map((row: { text: string }) => row.text)).toEqual(["One", "One!", "Two", "Two!"]);
	const memory = (await reopened.call("GET", `/api/v1/monitor/session-memory?flow_id=${id}&session_id=s`)).body;
	expect(memory.state).toMatchObject({ summary: "- One was said.", absorbed_count: 2 });
	expect(host.output()).not.toMatch(/One was said|Two!/);
});

it("is told to stop while it still starts, and ends in order once it has started", async () => {
	const dataDir = temporaryFolder();
	const redact = join(dataDir, "redact.mjs");
	writeFileSync(redact, 'process.kill(process.pid, "SIGTERM");\nexport const redact = (text) => text;\n');
	const host = launch({ FOLDBACK_DATA_DIR: dataDir, FOLDBACK_REDACT: redact });
	expect(await host.exited).toBe(0);
	expect(host.output()).toMatch(/listening on[\s\S]*"event":"stopped"/);
});

it("says which port is in use and exits with 1", async () => {
	const taken = createServer();
	await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", () => resolve()));
	onTestFinished(() => void taken.close());
	const address = taken.address();
	const port = typeof address === "object" ? String(address?.port) : "";
	const host = launch({ FOLDBACK_DATA_DIR: temporaryFolder(), PORT: port });
	expect(await host.exited).toBe(1);
	expect(host.output()).toMatch(new RegExp(`^Cannot listen: port ${port} of 127\\.0\\.0\\.1 is in use\\. Stop .*\\n$`));
});

it("tells all mistakes of the environment and exits with 2, without touching anything", async () => {
	const host = launch({ FOLDBACK_DATA_DIR: "/dev/null/nowhere", PORT: "x", FOLDBACK_AUTH: "maybe" });
	expect(await host.exited).toBe(2);
	expect(host.output()).toMatch(/FOLDBACK_AUTH is "maybe".*\n.*PORT is "x"/);
});

it("says at once what to do when the data folder cannot be made", async () => {
	for (const folder of ["/dev/null/data", "/proc/nope/data"]) {
		const before = process.cpuUsage();
		expect(() => makeFolder(folder, "FOLDBACK_DATA_DIR")).toThrow(/cannot be made or used/);
		// Processor time, in microseconds: what a busy machine does meanwhile does not count.
		const { user, system } = process.cpuUsage(before);
		expect(user + system).toBeLessThan(1_000_000);
	}
	const host = launch({ FOLDBACK_DATA_DIR: "/dev/null/data" });
	expect(await host.exited).toBe(1);
	expect(host.output()).toBe("The folder /dev/null/data cannot be made or used. Check its rights, or choose another one with FOLDBACK_DATA_DIR.\n");
});

it("says what to do when the database cannot be opened", async () => {
	const folder = temporaryFolder();
	const host = launch({ FOLDBACK_DATA_DIR: folder, DATABASE_URL: `sqlite:${folder}` });
	expect(await host.exited).toBe(1);
	expect(host.output()).toContain(folder);
	expect(host.output()).not.toContain("    at ");
});
