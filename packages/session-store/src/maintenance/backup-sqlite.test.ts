import { spawn } from "node:child_process";
import { once } from "node:events";
import fs, { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import Database from "better-sqlite3";
import { expect, it, onTestFinished, vi } from "vitest";
import type { Finding } from "../sql/upkeep/finding.ts";
import { openSqliteStore } from "../sqlite/open-sqlite-store.ts";
import { fold, openBench, temporaryPath } from "../sqlite/store.fixture.ts";
import { backupSqlite } from "./backup-sqlite.ts";
import { checkSqliteIntegrity } from "./database-facts.ts";
import { examineDatabase } from "./examine-database.ts";

const writer = fileURLToPath(new URL("writer.fixture.ts", import.meta.url));
const scope = { flowId: "flow", userId: "ann", sessionId: "chat", contextId: "" };

it("holds all that was acknowledged before, while another process writes all the time, and passes examination", async () => {
	const path = temporaryPath();
	const file = join(dirname(path), "backup.db");
	const store = await openSqliteStore({ path });
	onTestFinished(() => store.close());
	await store.flows.create({ id: "flow", userId: "ann", name: "F", endpointName: null, document: {} });
	await store.messages.import(
		scope,
		Array.from({ length: 5_000 }, () => ({ sender: "User" as const, text: "y".repeat(2_000) })),
	);
	const child = spawn(process.execPath, ["--conditions=@foldback/source", writer, path], { stdio: ["ignore", "pipe", "inherit"] });
	onTestFinished(() => void child.kill("SIGKILL"));
	const acknowledged: string[] = [];
	const lines = createInterface({ input: child.stdout }).on("line", (line) => acknowledged.push(line));
	while (acknowledged.length < 20) await once(lines, "line");
	await fold(store, scope, 50);
	const before = [...acknowledged];
	const reader = new Database(path, { readonly: true });
	onTestFinished(() => void reader.close());
	const rows = () => reader.prepare("SELECT count(*) FROM message").pluck().get();
	let writtenMeanwhile = false;
	const parts: number[] = [];
	const pages = await backupSqlite(path, file, {
		onProgress: (done, total) => {
			expect(done).toBeLessThanOrEqual(total);
			// A write of another process must not start the copy anew.
			expect(done).toBeGreaterThanOrEqual(parts.at(-1) ?? 0);
			parts.push(done);
			if (writtenMeanwhile) return;
			const there = rows();
			while (rows() === there);
			writtenMeanwhile = done < total;
		},
	});
	child.kill("SIGKILL");
	expect(pages * 4096).toBeGreaterThan(6_000_000);
	expect(parts.length).toBeGreaterThan(2);
	expect(writtenMeanwhile).toBe(true);
	expect(await checkSqliteIntegrity(file)).toEqual([]);
	const findings: Finding[] = [];
	expect(await examineDatabase({ kind: "sqlite", path: file }, { mend: false, onFinding: (finding) => findings.push(finding) })).toMatchObject({ states: 1 });
	expect(findings).toEqual([]);
	const copy = await openSqliteStore({ path: file });
	onTestFinished(() => copy.close());
	expect((await copy.messages.getAll("ann", before)).map(({ id }) => id).sort()).toEqual(before.sort());
	expect(await copy.memory.load(scope)).toEqual(await store.memory.load(scope));
});

it("appears complete or not at all, for this user only, and replaces a file only when told to", async () => {
	const { path, say } = await openBench();
	await say("1");
	const folder = join(dirname(path), "backups");
	mkdirSync(folder);
	const file = join(folder, "backup.db");
	await backupSqlite(path, file);
	expect(statSync(file).mode & 0o777).toBe(0o600);
	expect(readdirSync(folder)).toEqual(["backup.db"]);
	const first = readFileSync(file);
	await say("2");
	await expect(backupSqlite(path, file)).rejects.toThrow(/backup\.db: there is such a file already, and it was not touched\..*--force/);
	expect(readFileSync(file)).toEqual(first);
	await backupSqlite(path, file, { overwrite: true });
	expect(readFileSync(file)).not.toEqual(first);
	expect(readdirSync(folder)).toEqual(["backup.db"]);
});

it.each([false, true])("has the file and then its name on disk before it says so, with overwrite %s", async (overwrite) => {
	const { path, say } = await openBench();
	await say("1");
	const file = join(dirname(path), "backup.db");
	const synced: string[] = [];
	const { fsyncSync } = fs;
	const spy = vi.spyOn(fs, "fsyncSync").mockImplementation((handle) => {
		synced.push(`${fs.fstatSync(handle).isDirectory() ? "folder" : "file"}, ${existsSync(file) ? "named" : "not named"}`);
		fsyncSync(handle);
	});
	onTestFinished(() => {
		spy.mockRestore();
		syncBuiltinESMExports();
	});
	syncBuiltinESMExports();
	await backupSqlite(path, file, { overwrite });
	expect(synced).toEqual(["file, not named", "folder, named"]);
});

it("says what is wrong: no database, no folder, no database file", async () => {
	const { path } = await openBench();
	const folder = dirname(path);
	await expect(backupSqlite(join(folder, "none.db"), join(folder, "b.db"))).rejects.toThrow(/none\.db: there is no such file/);
	await expect(backupSqlite(path, join(folder, "none", "b.db"))).rejects.toThrow(/b\.db: the folder does not exist/);
	writeFileSync(join(folder, "text.db"), "This is no database. ".repeat(200));
	await expect(backupSqlite(join(folder, "text.db"), join(folder, "b.db"))).rejects.toThrow(/text\.db: the file is not an SQLite database/);
	expect(existsSync(join(folder, "b.db"))).toBe(false);
});
