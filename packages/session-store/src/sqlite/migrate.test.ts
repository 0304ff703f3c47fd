import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it, onTestFinished } from "vitest";
import { defaultMigrationsDir, schemaGeneration } from "../sql/migrations.ts";
import { migrate } from "./migrate.ts";
import { openSqliteStore } from "./open-sqlite-store.ts";
import { fold, openBench, temporaryPath } from "./store.fixture.ts";

interface Journal {
	entries: { idx: number; version: string; when: number; tag: string; breakpoints: boolean }[];
}

/** A copy of the migrations with only the first `count`, beside the database. */
function migrationsCopy(path: string, count: number): { readonly folder: string; readonly add: (tag: string, sql: string) => void } {
	const folder = join(dirname(path), `migrations-${count}`);
	cpSync(defaultMigrationsDir("sqlite"), folder, { recursive: true });
	const file = join(folder, "meta/_journal.json");
	const change = (edit: (journal: Journal) => void) => {
		const journal: Journal = JSON.parse(readFileSync(file, "utf8"));
		edit(journal);
		writeFileSync(file, JSON.stringify(journal));
	};
	change((journal) => journal.entries.splice(count));
	const add = (tag: string, sql: string) => {
		writeFileSync(join(folder, `${tag}.sql`), sql);
		change(({ entries }) => entries.push({ idx: entries.length, version: "6", when: (entries.at(-1)?.when ?? 0) + 1, tag, breakpoints: true }));
	};
	return { folder, add };
}

function schemaOf(client: Database.Database): readonly { readonly name: string; readonly tbl_name: string }[] {
	return client.prepare<[], { name: string; tbl_name: string }>("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name").all();
}

describe("migrate", () => {
	it("restores the old schema when the two memory tables are dropped, and adds them again at the next start", async () => {
		const { path, store, scope, say, openSecond } = await openBench();
		await say("1");
		await fold(store, scope, 1);
		await store.close();
		const old = new Database(temporaryPath());
		migrate(old, migrationsCopy(path, 1).folder);
		const client = new Database(path);
		const whole = schemaOf(client);
		client.exec("DROP TABLE session_memory_state; DROP TABLE session_memory_fold");
		const since = ["run_record", "idempotency_key", "fold_spend", "mark"];
		const newIndexes = ["message_user", "message_files"];
		const kept = schemaOf(client).filter(({ name, tbl_name: table }) => !since.includes(table) && !newIndexes.includes(name));
		expect(kept).toEqual(schemaOf(old));
		client.close();
		old.close();
		const reopened = await openSecond();
		expect(await reopened.memory.load(scope)).toBeUndefined();
		expect(await fold(reopened, scope, 1)).toMatchObject({ saved: true });
		const again = new Database(path);
		expect(schemaOf(again)).toEqual(whole);
		again.close();
	});

	it("lets a host that knows only the old tables work on the new schema", async () => {
		const { path, store, scope, flowId, say } = await openBench();
		const row = await say("1");
		await fold(store, scope, 1);
		const old = new Database(path);
		migrate(old, migrationsCopy(path, 1).folder);
		const copy = "SELECT 'late', flow_id, user_id, session_id, context_id, 5, 0, 1, sender, sender_name, 'late'";
		old.exec(`INSERT INTO message ${copy}, files, error, edit, category, properties, content_blocks, duration_ms FROM message`);
		old.exec("UPDATE message SET text = 'changed', revision = 1 WHERE id <> 'late'");
		expect((await store.messages.list("ann", {})).map(({ id, text }) => [id, text])).toEqual([
			["late", "late"],
			[row.id, "changed"],
		]);
		// The net for writers that invalidate nothing: the count no longer fits.
		const state = await store.memory.load(scope);
		if (!state?.cursor) throw new Error("no cursor");
		expect(await store.source.count(scope, { through: state.cursor })).not.toBe(state.absorbedCount);
		old.pragma("foreign_keys = ON");
		old.prepare("DELETE FROM flow WHERE id = ?").run(flowId);
		expect(await store.memory.load(scope)).toBeUndefined();
		expect(await store.memory.journal?.list(scope)).toEqual([]);
		old.close();
	});

	it("runs this host on a newer schema with more columns and tables", async () => {
		const path = temporaryPath();
		const newer = migrationsCopy(path, 2);
		newer.add("0002_newer", "ALTER TABLE message ADD COLUMN rating integer NOT NULL DEFAULT 0;--> statement-breakpoint\nCREATE TABLE `rating` (`id` text);");
		const future = await openSqliteStore({ path, migrationsDir: newer.folder });
		await future.flows.create({ id: "flow", userId: "ann", name: "F", endpointName: null, document: {} });
		await future.close();
		const store = await openSqliteStore({ path });
		const message = { flowId: "flow", userId: "ann", sessionId: "chat", sender: "User", text: "hi" } as const;
		expect(await store.messages.append(message)).toMatchObject({ stored: true });
		expect(await fold(store, { flowId: "flow", userId: "ann", sessionId: "chat", contextId: "" }, 1)).toMatchObject({ saved: true });
		expect(await store.messages.renameSession("ann", "chat", "new")).toHaveLength(1);
		await store.close();
	});

	it("changes nothing when a migration fails", async () => {
		const path = temporaryPath();
		const broken = migrationsCopy(path, 2);
		broken.add("0002_broken", "CREATE TABLE fine (id text);--> statement-breakpoint\nCREATE TABEL broken (id text);");
		await expect(openSqliteStore({ path, migrationsDir: broken.folder })).rejects.toThrow(
			/foldback\.db: The migration of the schema failed, and nothing was changed: near "TABEL"/,
		);
		const client = new Database(path);
		expect(schemaOf(client)).toEqual([]);
		client.close();
	});
});

describe("opening", () => {
	it("waits for a lock that SQLite's own timeout does not wait for: that of another process which is just creating the database", async () => {
		const path = temporaryPath();
		const other = new Database(path);
		other.exec("CREATE TABLE early (id text); BEGIN IMMEDIATE");
		const opening = openSqliteStore({ path });
		other.exec("ROLLBACK");
		other.close();
		const store = await opening;
		expect(await store.flows.count("ann")).toBe(0);
		await store.close();
	});
});

describe("a database that cannot be used", () => {
	it("too new: names file, generations and remedy", async () => {
		const { path, sql, store } = await openBench();
		await store.close();
		sql(`PRAGMA user_version = ${schemaGeneration + 1}`);
		await expect(openSqliteStore({ path })).rejects.toMatchObject({
			code: "too-new",
			message: expect.stringMatching(/foldback\.db: .*generation 2.*only 1\. Start a newer version/),
		});
	});

	it("no database: names file and remedy, and leaves the file as it was", async () => {
		const path = temporaryPath();
		writeFileSync(path, "This is a text file, and a long one, longer than the header of a database by far.".repeat(20));
		const before = readFileSync(path);
		await expect(openSqliteStore({ path })).rejects.toMatchObject({
			code: "corrupt",
			message: expect.stringMatching(/foldback\.db: the file is not an SQLite database/),
		});
		expect(readFileSync(path)).toEqual(before);
	});

	it("another program's database: names the file and the table", async () => {
		const path = temporaryPath();
		const client = new Database(path);
		client.exec("CREATE TABLE message (subject text)");
		client.close();
		await expect(openSqliteStore({ path })).rejects.toMatchObject({
			code: "unusable",
			message: expect.stringMatching(/foldback\.db: .*message.*another path/),
		});
	});

	it("damaged: names file and remedy at the first touch of a bad page", async () => {
		const { path, store, say, scope } = await openBench();
		for (let number = 0; number < 200; number++) await say(`${number} ${"x".repeat(2_000)}`);
		await store.close();
		const bytes = readFileSync(path);
		bytes.fill(0xff, 4096 * 3);
		writeFileSync(path, bytes);
		const reads = async () => {
			const damaged = await openSqliteStore({ path });
			onTestFinished(() => damaged.close());
			await damaged.source.newest(scope, 10);
		};
		await expect(reads()).rejects.toMatchObject({ code: "corrupt", message: expect.stringMatching(/foldback\.db: the database is damaged\. Restore/) });
	});

	it("no folder: names file and remedy, and creates nothing", async () => {
		const path = join(dirname(temporaryPath()), "missing", "foldback.db");
		await expect(openSqliteStore({ path })).rejects.toMatchObject({ code: "unusable", message: expect.stringContaining(`${path}: `) });
		expect(existsSync(dirname(path))).toBe(false);
	});

	it("locked by somebody else: says so after the timeout, and works when the lock is gone", async () => {
		const { path, say, store } = await openBench({ busyTimeoutMs: 50 });
		const client = new Database(path);
		client.exec("BEGIN IMMEDIATE");
		await expect(say("1")).rejects.toMatchObject({ code: "locked", message: expect.stringMatching(/foldback\.db: another process kept the database locked/) });
		client.exec("ROLLBACK");
		client.close();
		await say("2");
		expect((await store.messages.list("ann", {})).map((row) => row.text)).toEqual(["2"]);
	});

	it("no migrations: names the folder", async () => {
		const path = temporaryPath();
		const folder = join(dirname(path), "empty");
		mkdirSync(folder);
		await expect(openSqliteStore({ path, migrationsDir: folder })).rejects.toMatchObject({ code: "unusable", message: expect.stringContaining(folder) });
	});

	it("bad JSON: names file, column and remedy", async () => {
		const { path, sql, store, scope, say } = await openBench();
		await say("1");
		await fold(store, scope, 1);
		sql("UPDATE session_memory_state SET pinned = '[1]'");
		await expect(store.memory.load(scope)).rejects.toMatchObject({
			code: "bad-value",
			message: expect.stringMatching(/foldback\.db: session_memory_state\.pinned of flow .* does not hold a JSON object\. Delete this session's memory/),
		});
		expect(await store.memory.delete(scope)).toBe(true);
		sql("UPDATE flow SET document = 'x'");
		await expect(store.flows.list("ann")).rejects.toThrow(`${path}: flow.document`);
	});

	it("closed: says so; closing twice is fine", async () => {
		const { store, path } = await openBench();
		await store.close();
		await store.close();
		await expect(store.flows.count("ann")).rejects.toThrow(`${path}: the store is closed`);
	});
});

describe("forgetting", () => {
	it("leaves no deleted or overwritten text in the files after a checkpoint", async () => {
		const { path, store, scope, say, openSecond } = await openBench();
		const secret = "correct-horse-battery-staple";
		const row = await say(`the password is ${secret}`);
		const edited = await say(`again ${secret}`);
		const state = await fold(store, scope, 2);
		if (!state.saved) throw new Error("not saved");
		await store.memory.save(scope, { ...state.state, summary: secret, pinned: { password: secret } }, { expected: state.state });
		await (await openSecond()).messages.update("ann", edited.id, { text: "nothing" });
		await store.messages.delete("ann", [row.id]);
		await store.checkpoint();
		const files = [path, `${path}-wal`].filter((file) => existsSync(file)).map((file) => readFileSync(file).toString("latin1"));
		expect(files.join("")).toContain("nothing");
		expect(files.join("")).not.toContain(secret);
	});
});
