import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createFileStore } from "../files/file-store.ts";
import { createSamples } from "../samples/create-samples.ts";
import { cli } from "../testing/cli.fixture.ts";
import { agentFlow, echoFlow, secretFlow } from "../testing/flows.fixture.ts";
import { openTestHost, temporaryFolder } from "../testing/test-host.fixture.ts";
import { packFiles } from "../transfer/flow-archive.ts";

function flowFile(flow: object): string {
	const file = join(temporaryFolder(), "flow.json");
	writeFileSync(file, JSON.stringify(flow));
	return file;
}

const commands = ["start", "run", "flows import", "flows export", "key create", "key list", "key revoke", "migrate", "doctor", "copy", "backup"];

it("helps with everything, and lists every command", async () => {
	const { exitCode, out } = await cli(["--help"]);
	expect(exitCode).toBe(0);
	for (const command of commands) {
		expect(out).toContain(`  ${command}`);
		const help = await cli([...command.split(" "), "--help"]);
		expect([help.exitCode, help.err]).toEqual([0, ""]);
		expect(help.out).toMatch(new RegExp(`^Usage: foldback ${command}`));
	}
	expect((await cli(["flows", "--help"])).out).toContain("flows import");
	expect((await cli([])).exitCode).toBe(2);
});

it.each([
	["destroy"],
	["flows"],
	["flows", "burn"],
	["run"],
	["run", "a", "b"],
	["run", "a", "--inptu", "x"],
	["key", "create"],
	["key", "create", "--user", " ann"],
	["key", "revoke"],
	["key", "list", "ann"],
	["run", "a", "--input"],
	["run", "a", "--input", "x", "--session", "x".repeat(501)],
	["flows", "import"],
	["start", "now"],
	["start", "--port", "x"],
	["migrate", "now"],
	["doctor", "--mend"],
	["copy"],
	["copy", "--to", "mysql://ann:hunter2@db/x"],
	["backup"],
])("tells wrong usage in words and exits with 2: %s %s", async (...args) => {
	const { exitCode, out, err } = await cli(args, { dataDir: temporaryFolder() });
	expect([exitCode, out]).toEqual([2, ""]);
	expect(err).toMatch(/\S/);
	expect(err).not.toContain("hunter2");
	expect(err).not.toContain("    at ");
});

it.each([
	["run", "none", "--input", "x"],
	["flows", "export", "none"],
	["key", "list"],
	["key", "revoke", "none"],
	["flows", "import", "/no/such/file.json"],
	["flows", "import", "/"],
	["run", "no-such-file.json", "--input", "x"],
	["doctor"],
	["backup", "/tmp/never.db"],
	["copy", "--to", "sqlite:/tmp/never.db"],
])("tells failures in words and exits with 1: %s %s", async (...args) => {
	const { exitCode, err } = await cli(args, { dataDir: join(temporaryFolder(), "empty") });
	expect(exitCode).toBe(1);
	expect(err).not.toContain("    at ");
});

it("runs a file without a database, keeps the newest messages of this process and says so", async () => {
	const file = flowFile(agentFlow("Agent", { n_messages: 4, summarize_older_messages: true }));
	const { exitCode, out, err } = await cli(["run", file, "--session", "s"], { input: ["The cluster is EU-7.", "Which cluster is it?"] });
	expect(exitCode).toBe(0);
	expect(out.trim().split("\n").at(-1)).toContain("EU-7");
	expect(err).toMatch(/There is no database in this run/);
	expect(err).toMatch(/no session memory: only the newest messages/);
});

it("runs a flow of the database without a server, and what it said is stored", async () => {
	const host = await openTestHost();
	await host.call("POST", "/api/v1/flows/", echoFlow("Echo", { endpoint_name: "echo" }));
	const { exitCode, out } = await cli(["run", "echo", "--input", "One", "--input", "Two", "--session", "s", "--json"], { dataDir: host.dataDir });
	expect(exitCode).toBe(0);
	const answers = out
		.trim()
		.split("\n")
		.map((line) => JSON.parse(line));
	expect(answers.map(({ session_id: session, outputs }) => [session, outputs[0].outputs[0].results.message.text])).toEqual([
		["s", "One"],
		["s", "Two"],
	]);
	expect((await host.store.messages.list("local", { sessionId: "s" })).map(({ text }) => text)).toEqual(["One", "One", "Two", "Two"]);
	expect((await host.store.runs.list("local", {})).map(({ status }) => status)).toEqual(["finished", "finished"]);
});

it("imports and exports flows, without secrets", async () => {
	const dataDir = temporaryFolder();
	const imported = await cli(
		["flows", "import", flowFile({ flows: [echoFlow("Echo", { endpoint_name: "echo", x: 1 }), secretFlow({ value: "sk-private" })] })],
		{ dataDir },
	);
	expect(imported.exitCode).toBe(0);
	const [first = "", second = ""] = imported.out.trim().split("\n");
	expect(first).toMatch(/^\S+ {2}Echo$/);
	const output = join(dataDir, "out.json");
	expect((await cli(["flows", "export", "echo", second.split(" ")[0] ?? "", "--output", output], { dataDir })).exitCode).toBe(0);
	const { flows } = JSON.parse(readFileSync(output, "utf8"));
	expect(flows[0]).toEqual(echoFlow("Echo", { endpoint_name: "echo", x: 1 }));
	expect(JSON.stringify(flows)).not.toMatch(/sk-private|foldback-secret/);
});

it("makes, lists and revokes keys, and gives the local data to a user", async () => {
	const dataDir = temporaryFolder();
	await cli(["flows", "import", flowFile(echoFlow())], { dataDir });
	await createFileStore(join(dataDir, "files", "users"), Date.now).save("local", "facts.txt", Buffer.from("text"));
	const created = await cli(["key", "create", "--user", "ann", "--name", "laptop", "--adopt-local"], { dataDir });
	expect([created.exitCode, created.out]).toEqual([0, expect.stringMatching(/^fb_\S+\n$/)]);
	const host = await openTestHost({ FOLDBACK_AUTH: "keys" }, { dataDir });
	const headers = { "x-api-key": created.out.trim() };
	expect((await host.call("GET", "/api/v1/flows/", undefined, headers)).body).toHaveLength(1);
	expect((await host.call("GET", "/api/v2/files", undefined, headers)).body).toMatchObject([{ name: "facts" }]);
	const { out } = await cli(["key", "list", "--json"], { dataDir });
	const listed = JSON.parse(out);
	expect(listed).toMatchObject({ user: "ann", name: "laptop", prefix: created.out.slice(0, 11) });
	expect(out).not.toContain(created.out.trim());
	expect((await cli(["key", "revoke", listed.prefix], { dataDir })).exitCode).toBe(0);
	expect((await host.call("GET", "/api/v1/flows/", undefined, headers)).status).toBe(401);
});

it("gives the local data away with the first key of all, and never again: to no second user, not twice, not after that key was revoked", async () => {
	const dataDir = temporaryFolder();
	const create = (user: string, ...more: readonly string[]) => cli(["key", "create", "--user", user, ...more], { dataDir });
	const first = await create("ann", "--adopt-local");
	expect(first.exitCode).toBe(0);
	await cli(["flows", "import", flowFile(echoFlow())], { dataDir });
	for (const revoked of [false, true]) {
		if (revoked) await cli(["key", "revoke", first.out.slice(0, 11)], { dataDir });
		for (const user of ["ann", "bob"]) {
			const refused = await create(user, "--adopt-local");
			expect([refused.exitCode, refused.out]).toEqual([1, ""]);
			expect(refused.err).toContain("with the first key of all");
		}
	}
	const host = await openTestHost({}, { dataDir });
	expect(await Promise.all(["local", "ann", "bob"].map((user) => host.store.flows.count(user)))).toEqual([1, 2, 0]);
	expect(await host.store.keys.list()).toEqual([]);
});

it("has the sample flows ready for a user's first key, on a new database and beside those of the local user, and never twice", async () => {
	const dataDir = temporaryFolder();
	const create = async (user: string) => {
		const { out, err } = await cli(["key", "create", "--user", user], { dataDir });
		return { headers: { "x-api-key": out.trim() }, err };
	};
	const ann = await create("ann");
	expect(ann.err).toContain("ann has two sample flows: support-assistant and support-assistant-plain.");
	await createSamples(await openTestHost({}, { dataDir }), "local");
	const bob = await create("bob");
	const host = await openTestHost({ FOLDBACK_AUTH: "keys" }, { dataDir });
	const names = async ({ headers }: typeof ann) =>
		(await host.call("GET", "/api/v1/flows/", undefined, headers)).body.map((flow: { endpoint_name: string }) => flow.endpoint_name).sort();
	for (const user of [ann, bob]) expect(await names(user)).toEqual(["support-assistant", "support-assistant-plain"]);
	const run = await host.call("POST", "/api/v1/run/support-assistant", { input_value: "Hello" }, bob.headers);
	expect(run.status).toBe(200);
	for (const name of await names(ann)) await host.call("DELETE", `/api/v1/flows/${name}`, undefined, ann.headers);
	const again = await create("ann");
	expect([again.err.includes("sample"), await names(again)]).toEqual([false, []]);
});

it("starts where others can reach it only once there is a key", async () => {
	const dataDir = temporaryFolder();
	const { exitCode, err } = await cli(["start", "--host", "0.0.0.0", "--port", "0"], { dataDir });
	expect(exitCode).toBe(1);
	expect(err).toContain("There is no API key yet");
});

it("hands a replay over to the replay", async () => {
	const { exitCode } = await cli(["replay", "/no/such/file.jsonl"], { env: { PATH: process.env.PATH ?? "" } });
	expect(exitCode).toBe(2);
});

it("says how to say something when nothing is said", async () => {
	const { exitCode, err } = await cli(["run", flowFile(echoFlow())], { input: ["", " "] });
	expect([exitCode, err]).toEqual([2, expect.stringContaining("--input TEXT")]);
});

it("imports the archive that the download of several flows is, and numbers an endpoint name that is taken", async () => {
	const dataDir = temporaryFolder();
	const archive = join(temporaryFolder(), "flows.zip");
	const text = JSON.stringify(echoFlow("Echo", { endpoint_name: "echo" }));
	writeFileSync(
		archive,
		packFiles([
			{ name: "One", text },
			{ name: "Two", text },
		]),
	);
	const { exitCode, out, err } = await cli(["flows", "import", archive], { dataDir });
	expect([exitCode, out.trim().split("\n").length]).toEqual([0, 2]);
	expect(err).toContain("The endpoint name echo is taken: Echo is echo-1 here.");
});
