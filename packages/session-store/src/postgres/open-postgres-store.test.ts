import { describe, expect, it, onTestFinished } from "vitest";
import { schemaGeneration } from "../sql/migrations.ts";
import { fold, stored } from "../sqlite/store.fixture.ts";
import { runSql, temporaryDatabase } from "./database.fixture.ts";
import { openPostgresStore, type PostgresStoreOptions } from "./open-postgres-store.ts";

const message = { flowId: "flow", userId: "ann", sessionId: "chat", sender: "User", text: "hi" } as const;
const scope = { flowId: "flow", userId: "ann", sessionId: "chat", contextId: "" };

async function open(url: string, options: Partial<PostgresStoreOptions> = {}) {
	const store = await openPostgresStore({ url, ...options });
	onTestFinished(() => store.close());
	return store;
}

async function openWithFlow(options: Partial<PostgresStoreOptions> = {}) {
	const url = await temporaryDatabase();
	const store = await open(url, options);
	await store.flows.create({ id: "flow", userId: "ann", name: "F", endpointName: null, document: {} });
	return { url, store };
}

describe("opening", () => {
	it("works for 40 stores at once on an empty database", async () => {
		const url = await temporaryDatabase();
		const stores = await Promise.all(Array.from({ length: 40 }, () => open(url, { maxConnections: 1 })));
		expect(await Promise.all(stores.map((store) => store.flows.count("ann")))).toEqual(stores.map(() => 0));
		expect(await runSql(url, "SELECT count(*) = count(DISTINCT created_at) AS once FROM __drizzle_migrations")).toEqual([{ once: true }]);
	});

	it("gives every text column the order of bytes", async () => {
		const { url } = await openWithFlow();
		const others = `SELECT table_name, column_name FROM information_schema.columns
			WHERE table_schema = 'public' AND data_type = 'text' AND collation_name IS DISTINCT FROM 'C' AND table_name <> '__drizzle_migrations'`;
		expect(await runSql(url, others)).toEqual([]);
	});

	it("needs no right to write once the tables are there", async () => {
		const { url, store } = await openWithFlow();
		const reader = new URL(url);
		reader.searchParams.set("options", "-c default_transaction_read_only=on");
		const second = await open(reader.href);
		expect(await second.flows.count("ann")).toBe(1);
		await expect(second.messages.append(message)).rejects.toMatchObject({ code: "read-only", message: expect.stringContaining("fail-over") });
		await stored(store, message);
	});

	it("adds the memory tables again when they were dropped", async () => {
		const { url, store } = await openWithFlow();
		await stored(store, message);
		await fold(store, scope, 1);
		await runSql(url, "DROP TABLE session_memory_state, session_memory_fold");
		await expect(store.memory.load(scope)).rejects.toMatchObject({ code: "unusable", message: expect.stringContaining("a table is missing") });
		const reopened = await open(url);
		expect(await reopened.memory.load(scope)).toBeUndefined();
		expect(await fold(reopened, scope, 1)).toMatchObject({ saved: true });
	});

	it("uses the schema that the URL leads to", async () => {
		const { url } = await openWithFlow();
		await runSql(url, "CREATE SCHEMA other");
		const other = new URL(url);
		other.searchParams.set("options", "-c search_path=other");
		expect(await (await open(other.href)).flows.count("ann")).toBe(0);
	});
});

describe("a database that cannot be used", () => {
	const refused = (url: string) => openPostgresStore({ url, connectTimeoutMs: 20_000 });

	it("is named without its password, with the remedy", async () => {
		const url = new URL(await temporaryDatabase());
		url.password = "hunter2";
		url.username = "nobody-here";
		await expect(refused(url.href)).rejects.toMatchObject({
			code: "unusable",
			message: expect.stringMatching(/^postgres:\/\/127\.0\.0\.1:\d+\/test_\w+: the server refuses the login .*DATABASE_URL/),
		});
		await expect(refused(url.href)).rejects.toMatchObject({ message: expect.not.stringContaining("hunter2") });
	});

	it("missing", async () => {
		const url = new URL(await temporaryDatabase());
		url.pathname = "/missing";
		await expect(refused(url.href)).rejects.toMatchObject({
			code: "unusable",
			message: expect.stringContaining("/missing: there is no such database. Create it"),
		});
	});

	it("no server", async () => {
		await expect(refused("postgres://ann:hunter2@127.0.0.1:1/db")).rejects.toMatchObject({
			code: "unreachable",
			message: expect.stringMatching(/^postgres:\/\/127\.0\.0\.1:1\/db: the server cannot be reached.*ECONNREFUSED/),
		});
		await expect(refused("mysql://ann:hunter2@127.0.0.1/db")).rejects.toThrow(/not a postgres:\/\/ URL.*USER:PASSWORD@HOST/);
	});

	it("too new", async () => {
		const { url } = await openWithFlow();
		await runSql(url, `UPDATE schema_generation SET generation = ${schemaGeneration + 1}`);
		await runSql(url, "DELETE FROM __drizzle_migrations");
		await expect(refused(url)).rejects.toMatchObject({ code: "too-new", message: expect.stringContaining("generation 2") });
	});

	it("another program's: nothing is changed", async () => {
		const url = await temporaryDatabase();
		await runSql(url, "CREATE TABLE message (subject text)");
		await expect(refused(url)).rejects.toMatchObject({ code: "unusable", message: expect.stringMatching(/nothing was changed: .*message.*another one/) });
		expect(await runSql(url, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'")).toEqual([{ tablename: "message" }]);
	});

	it("closed; closing twice is fine", async () => {
		const { store } = await openWithFlow();
		await store.close();
		await store.close();
		await expect(store.flows.count("ann")).rejects.toMatchObject({ code: "closed" });
	});
});

describe("values", () => {
	it("come back as they were: NUL, its mark, emoji, quotes, a million characters", async () => {
		const { url, store } = await openWithFlow();
		const odd = "nul \u0000\u0001\u0002 'quotes' \" ` \\ emoji 👩‍👩‍👧 \u2028 $1";
		const document = { [odd]: odd, ["__proto__"]: [null, 1.5, true] };
		await store.flows.create({ id: `id ${odd}`, userId: odd, name: odd, endpointName: odd, document });
		const row = await stored(store, {
			flowId: `id ${odd}`,
			userId: odd,
			sessionId: odd,
			contextId: odd,
			sender: "Machine",
			senderName: odd,
			text: odd + "x".repeat(1_000_000),
			files: [odd],
			properties: document,
			contentBlocks: [document],
			timestampMs: 8.64e15,
			durationMs: 0,
		});
		const second = await open(url);
		expect(await second.messages.get(odd, row.id)).toStrictEqual(row);
		expect(await second.messages.sessions(odd)).toEqual([odd]);
		expect(await second.flows.get(odd, odd)).toMatchObject({ id: `id ${odd}`, document });
		const [read] = await second.source.newest({ flowId: `id ${odd}`, userId: odd, sessionId: odd, contextId: odd }, 5);
		expect(read).toMatchObject({ id: row.id, text: row.text, files: [odd] });
		expect(await second.messages.renameSession(odd, odd, `${odd}2`)).toHaveLength(1);
	});

	it("too long for an index are refused with a clear error, and leave the connection usable", async () => {
		const { store } = await openWithFlow({ maxConnections: 1 });
		// What compresses well fits all the same.
		const long = Array.from({ length: 4_000 }, (_, index) => String.fromCodePoint(0x4e00 + ((index * 7_919) % 20_000))).join("");
		await expect(store.messages.append({ ...message, sessionId: long })).rejects.toMatchObject({
			code: "bad-value",
			message: expect.stringContaining("too long for an index"),
		});
		expect(await store.messages.list("ann", {})).toEqual([]);
	});
});

describe("the pool", () => {
	it("is bounded: more calls than connections wait, and all are answered", async () => {
		const { url, store } = await openWithFlow({ maxConnections: 3 });
		const work = Array.from({ length: 60 }, (_, index) => store.messages.append({ ...message, sessionId: `s${index % 7}` }));
		const own = "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'foldback'";
		const [counted] = await runSql(url, own);
		expect(counted?.n).toBeLessThanOrEqual(3);
		expect((await Promise.all(work)).every((result) => result.stored)).toBe(true);
	});

	it("says what to do when a lock is held too long, and works afterwards on the same connection", async () => {
		const { store, url } = await openWithFlow({ maxConnections: 1, lockTimeoutMs: 50 });
		const other = await open(url, { lockTimeoutMs: 50 });
		await stored(store, message);
		// A row lock from outside, on the row that the update needs.
		const { Client } = await import("pg").then((module) => module.default);
		const blocker = new Client({ connectionString: url });
		await blocker.connect();
		await blocker.query("BEGIN; SELECT * FROM message FOR UPDATE");
		const [row] = await other.messages.list("ann", {});
		await expect(store.messages.update("ann", row?.id ?? "", { text: "new" })).rejects.toMatchObject({
			code: "locked",
			message: expect.stringContaining("lockTimeoutMs"),
		});
		await blocker.query("ROLLBACK");
		await blocker.end();
		expect(await store.messages.update("ann", row?.id ?? "", { text: "new" })).toMatchObject({ text: "new", revision: 1 });
	});
});
