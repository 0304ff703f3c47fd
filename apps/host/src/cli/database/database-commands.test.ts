import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type OwnPostgres, startOwnPostgres } from "@foldback/testing/postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cli } from "../../testing/cli.fixture.ts";
import { echoFlow } from "../../testing/flows.fixture.ts";
import { openTestHost, temporaryFolder } from "../../testing/test-host.fixture.ts";

const password = "not-to-be-printed";

/** Runs statements on the SQLite file of a data folder as a foreign program would. */
function damage(dataDir: string, statements: string): void {
	const client = new DatabaseSync(join(dataDir, "foldback.db"), { enableForeignKeyConstraints: false });
	client.exec(statements);
	client.close();
}

/** Overwrites the page of an index. */
function spoilPage(file: string, index: string): void {
	const client = new DatabaseSync(file);
	const { page = 0 } = client.prepare("SELECT rootpage AS page FROM sqlite_schema WHERE name = ?").get(index) ?? {};
	client.close();
	const bytes = readFileSync(file);
	bytes.fill(0xff, (Number(page) - 1) * 4096, Number(page) * 4096);
	writeFileSync(file, bytes);
}

/** A host with a flow, two messages and an uploaded file. */
async function openScene() {
	const host = await openTestHost();
	const flow = await host.call("POST", "/api/v1/flows/", echoFlow("Echo", { endpoint_name: "echo" }));
	const flowId: string = flow.body.id;
	const file = await host.files.save(flowId, "note.txt", new TextEncoder().encode("a note"));
	const message = { flowId, userId: "local", sessionId: "s", sender: "User" } as const;
	await host.store.messages.append({ ...message, text: "one", files: [`${flowId}/${file?.storedName}`] });
	await host.store.messages.append({ ...message, text: "two", files: ["elsewhere.txt"] });
	return { host, flowId, dataDir: host.dataDir, storedName: file?.storedName ?? "" };
}

describe("foldback migrate", () => {
	it("says what it would do, does it, and says so when nothing is to be done", async () => {
		const dataDir = join(temporaryFolder(), "new");
		const would = await cli(["migrate", "--dry-run"], { dataDir });
		expect(would).toMatchObject({ exitCode: 0, err: "" });
		expect(would.out).toMatch(/foldback\.db \(would be made\)\nSchema {4}none of \d+ migrations\nDue {7}0000_flows_and_messages\n[\s\S]*Nothing was done\.\n$/);
		expect(existsSync(dataDir)).toBe(false);
		const done = await cli(["migrate"], { dataDir });
		expect(done.out).toMatch(
			/foldback\.db \(made\)\nSchema {4}none of (\d+) migrations\nApplied {3}0000_flows[\s\S]*\nSchema {4}\1 of \1 migrations, the newest \d{4}_\w+\n$/,
		);
		expect((await cli(["migrate"], { dataDir })).out).toMatch(/\nNothing is to be done\.\n$/);
	});

	it("refuses a schema that is newer than this program, in words", async () => {
		const { dataDir, host } = await openScene();
		await host.store.close();
		damage(dataDir, "PRAGMA user_version = 99");
		const { exitCode, err } = await cli(["migrate"], { dataDir });
		expect(exitCode).toBe(1);
		expect(err).toMatch(/foldback\.db: The database has schema generation 99, and this version knows only \d+\. Start a newer version/);
		expect(err).not.toContain("    at ");
	});
});

describe("foldback doctor", () => {
	it("tells what it looked at, and that all is well", async () => {
		const { dataDir } = await openScene();
		const { exitCode, out, err } = await cli(["doctor"], { dataDir });
		expect([exitCode, err]).toEqual([0, ""]);
		expect(out).toMatch(/^Database {3}\S+foldback\.db\nServer {5}SQLite \S+, driver better-sqlite3 \S+\nSchema {5}(\d+) of \1 migrations/);
		expect(out).toMatch(/nothing wrong with the file\nMemory {5}0 states and 0 snapshots.*\nFiles .*\nAll is well\.\n$/);
	});

	it("says what is wrong and where, mends it with --fix, and is content afterwards", async () => {
		const { dataDir, storedName, flowId } = await openScene();
		damage(
			dataDir,
			`INSERT INTO session_memory_state SELECT '${flowId}', 'local', 'bell' || char(7) || char(8238), '', 's', '{}', '{}', '[]', '', 0, 0, '', '', 'i', 1, 1, 1;
			INSERT INTO message SELECT 'orphan', 'gone', user_id, session_id, context_id, timestamp, revision, eligible, sender, sender_name, text, files, error, edit,
				category, properties, content_blocks, duration_ms FROM message LIMIT 1`,
		);
		const stray = join(dataDir, "files", "0".repeat(40));
		mkdirSync(stray);
		writeFileSync(join(stray, storedName), "left over");
		const found = await cli(["doctor"], { dataDir });
		expect(found.exitCode).toBe(1);
		expect(found.out).toContain('Wrong      Flow "gone": The flow is no more, and these rows are left of it: 1 in message.\n');
		expect(found.out).toContain(String.raw`session "bell\u0007\u{202e}": The session has no messages, and this is left of it: 1 memory state.`);
		expect(found.out).toContain(`Wrong      ${stray}: 1 file of a flow that is no more.\n`);
		expect(found.out).toMatch(/3 things are wrong\. foldback doctor --fix mends what can be mended\.\n$/);
		const mended = await cli(["doctor", "--fix"], { dataDir });
		expect(mended.exitCode).toBe(0);
		expect(mended.out.match(/\n {2}Mended {3}/g)).toHaveLength(3);
		expect(mended.out).toMatch(/3 things are mended\. All is well now\.\n$/);
		expect(readdirSync(join(dataDir, "files-without-flow", "0".repeat(40)))).toEqual([storedName]);
		expect((await cli(["doctor"], { dataDir })).out).toMatch(/\nAll is well\.\n$/);
	});

	it("notes named files that are not there, which is no fault of the database", async () => {
		const { dataDir, host, flowId, storedName } = await openScene();
		await host.files.delete(flowId, storedName);
		const { exitCode, out } = await cli(["doctor"], { dataDir });
		expect(exitCode).toBe(0);
		expect(out).toMatch(new RegExp(`Note .*names "${flowId}/${storedName}", which is not in the data folder\\.\nNote {7}1 named file is not there`));
		expect(out).not.toContain("elsewhere.txt");
	});

	it("finds a message whose list of files cannot be read, and goes on", async () => {
		const { dataDir, host, flowId, storedName } = await openScene();
		await host.files.delete(flowId, storedName);
		damage(dataDir, "UPDATE message SET files = '{not json' WHERE text = 'two'");
		for (const args of [["doctor"], ["doctor", "--fix"]]) {
			const { exitCode, out } = await cli(args, { dataDir });
			expect(exitCode).toBe(1);
			expect(out).toMatch(/Wrong {6}Flow .*, message .*: message\.files of message \S+ does not hold valid JSON\. Correct the value/);
			expect(out).toContain("1 named file is not there");
		}
	});

	it("migrates only when it may, and looks no further before", async () => {
		const { dataDir, host } = await openScene();
		await host.store.close();
		damage(dataDir, "DROP TABLE session_memory_state; DROP TABLE session_memory_fold");
		const found = await cli(["doctor"], { dataDir });
		expect([found.exitCode, found.out]).toEqual([1, expect.stringMatching(/not up to date; due: 0001_session_memory\.\n.*run foldback migrate first/)]);
		expect((await cli(["doctor", "--fix"], { dataDir })).exitCode).toBe(0);
		expect((await cli(["doctor"], { dataDir })).exitCode).toBe(0);
	});

	it("reports a damaged file, which nobody can mend", async () => {
		const { dataDir, host } = await openScene();
		await host.store.close();
		spoilPage(join(dataDir, "foldback.db"), "message_session");
		const { exitCode, out } = await cli(["doctor", "--fix"], { dataDir });
		expect(exitCode).toBe(1);
		expect(out).toMatch(/Wrong {6}The file is damaged: .*Restore a backup/);
		expect(out).toMatch(/of them still\.\n$/);
	});
});

describe("foldback backup", () => {
	it("writes a file beside a running host, once, and another time when it is forced to", async () => {
		const { dataDir, host } = await openScene();
		const file = join(temporaryFolder(), "backup.db");
		const made = await cli(["backup", file], { dataDir });
		expect([made.exitCode, made.out]).toEqual([0, `${file}: ${statSync(file).size.toLocaleString("en")} bytes\n`]);
		expect(made.err).toMatch(/pages: \d+ of \d+\nKeep with it, from .*secret\.key/);
		expect((await cli(["doctor"], { dataDir, env: { DATABASE_URL: `sqlite:${file}` } })).exitCode).toBe(0);
		await host.store.messages.deleteSessions("local", ["s"]);
		const again = await cli(["backup", file], { dataDir });
		expect([again.exitCode, again.err]).toEqual([1, expect.stringContaining("such a file already")]);
		expect((await cli(["backup", file, "--force"], { dataDir })).exitCode).toBe(0);
	});
});

describe("with Postgres", () => {
	let postgres: OwnPostgres;
	let url: string;

	beforeAll(async () => {
		postgres = await startOwnPostgres();
		const withPassword = new URL(postgres.url);
		withPassword.password = password;
		url = withPassword.href;
	});
	afterAll(() => postgres?.stop());

	it("copies there and back, checks, and never prints a password", async () => {
		const { dataDir, host } = await openScene();
		const there = await cli(["copy", "--to", url], { dataDir });
		expect(there.exitCode).toBe(0);
		expect(there.out).toMatch(
			/^From {2}\S+foldback\.db\nTo {4}postgres:\/\/127\.0\.0\.1:\d+\/postgres\nflow .* 1 row {3}[0-9a-f]{32}\nmessage .* 2 rows [\s\S]*Both sides hold the same\.\n$/,
		);
		expect(there.err).toMatch(
			/copying message: 2 of 2\n[\s\S]*verifying message: 2 of 2\n[\s\S]*Uploaded files and the key of secrets are not in the database/,
		);
		const twice = await cli(["copy", "--to", url], { dataDir });
		expect([twice.exitCode, twice.err]).toEqual([1, expect.stringMatching(/the target holds other data: flow \(1 row\), message \(2 rows\)/)]);
		const onPostgres = { dataDir, env: { DATABASE_URL: url } };
		const doctor = await cli(["doctor"], onPostgres);
		expect([doctor.exitCode, doctor.out]).toEqual([0, expect.stringMatching(/Server {5}PostgreSQL \d+.*driver pg/)]);
		const migrate = await cli(["migrate"], onPostgres);
		expect([migrate.exitCode, migrate.out]).toEqual([0, expect.stringContaining("Nothing is to be done.")]);
		const backup = await cli(["backup", join(dataDir, "b.db")], onPostgres);
		expect([backup.exitCode, backup.err]).toEqual([1, expect.stringContaining("pg_dump")]);
		const file = join(temporaryFolder(), "back.db");
		const back = await cli(["copy", "--from", url, "--to", `sqlite:${file}`]);
		expect(back.exitCode).toBe(0);
		const returned = await openTestHost({ DATABASE_URL: `sqlite:${file}` });
		const list = (of: typeof host) => of.store.messages.list("local", {});
		expect(await list(returned)).toEqual(await list(host));
		const sums = (out: string) => out.split("\n").filter((line) => / rows /.test(line));
		expect(sums(back.out)).toEqual(sums(there.out));
		for (const { out, err } of [there, twice, doctor, migrate, backup, back]) expect(out + err).not.toContain(password);
	});

	it("tells in words that nobody is there", async () => {
		for (const command of [["migrate"], ["doctor"], ["copy", "--from", `postgres://ann:${password}@127.0.0.1:1/db`, "--to", url]]) {
			const { exitCode, out, err } = await cli(command, { dataDir: temporaryFolder(), env: { DATABASE_URL: `postgres://ann:${password}@127.0.0.1:1/db` } });
			expect([exitCode, out, err]).toEqual([1, "", expect.stringMatching(/^postgres:\/\/127\.0\.0\.1:1\/db: the server cannot be reached/)]);
			expect(err).not.toMatch(/ {4}at |not-to-be-printed/);
		}
	});
});
