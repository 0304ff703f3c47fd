import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { agentFlow, echoFlow } from "../testing/flows.fixture.ts";
import { openOpenAI } from "../testing/openai.fixture.ts";
import { openTestHost, temporaryFolder } from "../testing/test-host.fixture.ts";

/** The command line as a process of its own. */
function launch(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
	const main = fileURLToPath(new URL("../cli.ts", import.meta.url));
	const child = spawn(process.execPath, ["--conditions=@foldback/source", main, ...args], { env: { FOLDBACK_DATA_DIR: temporaryFolder(), ...environment } });
	let err = "";
	child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
		err += chunk;
	});
	onTestFinished(() => void child.kill("SIGKILL"));
	return { child, err: () => err, ended: once(child, "close").then(([code, signal]) => ({ code, signal })) };
}

function flowFile(flow: object): string {
	const file = join(temporaryFolder(), "flow.json");
	writeFileSync(file, JSON.stringify(flow));
	return file;
}

it("takes each line of standard input as a turn, also lines that arrive long before it can read them", async () => {
	const { child, err, ended } = launch(["run", flowFile(agentFlow("Agent")), "--session", "s"]);
	let out = "";
	child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
		out += chunk;
	});
	child.stdin.end("The cluster is EU-7.\n\nWhich cluster is it?");
	expect(await ended).toEqual({ code: 0, signal: null });
	expect(out.trim().split("\n")).toEqual([expect.any(String), expect.stringContaining("EU-7")]);
	expect(err()).not.toMatch(/Warning|Error| {4}at /);
});

it("ends quietly when its reader does", async () => {
	const turns = Array.from({ length: 200 }, () => ["--input", "x".repeat(2_000)]).flat();
	const { child, err, ended } = launch(["run", flowFile(echoFlow()), ...turns]);
	child.stdout.once("data", () => child.stdout.destroy());
	expect(await ended).toEqual({ code: 0, signal: null });
	expect(err()).not.toMatch(/EPIPE| {4}at /);
});

it("can be interrupted in mid run: what was said is stored, and the database is whole", async () => {
	const host = await openTestHost();
	const model = await openOpenAI();
	await host.call("POST", "/api/v1/flows/", agentFlow("Agent", {}, { endpoint_name: "agent" }));
	const environment = { FOLDBACK_DATA_DIR: host.dataDir, OPENAI_BASE_URL: model.url, FOLDBACK_MODEL: "m" };
	const { child, err, ended } = launch(["run", "agent", "--input", "Hello", "--session", "s"], environment);
	await model.next();
	child.kill("SIGINT");
	expect(await ended).toEqual({ code: null, signal: "SIGINT" });
	expect(err()).not.toContain("    at ");
	expect((await host.store.messages.list("local", { sessionId: "s" })).map(({ text }) => text)).toEqual(["Hello"]);
});
