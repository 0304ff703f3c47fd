import { type OwnPostgres, startOwnPostgres } from "@foldback/testing/postgres";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { stored } from "../sqlite/store.fixture.ts";
import { runSql } from "./database.fixture.ts";
import { openPostgresStore } from "./open-postgres-store.ts";

const message = { flowId: "flow", userId: "ann", sessionId: "chat", sender: "User", text: "the secret is in here" } as const;

let server: OwnPostgres;
beforeAll(async () => {
	server = await startOwnPostgres();
});
afterAll(() => server.stop());

async function openStore() {
	const store = await openPostgresStore({ url: server.url, maxConnections: 3, connectTimeoutMs: 20_000 });
	onTestFinished(() => store.close());
	await store.flows.create({ id: "flow", userId: "ann", name: "F", endpointName: null, document: {} });
	return store;
}

describe("a store whose server goes away", () => {
	it.each(["fast", "immediate"] as const)("says so, and goes on when it is back: %s", async (how) => {
		const store = await openStore();
		const before = await stored(store, message);
		await server.down(how);
		const calls = [store.messages.append(message), store.messages.list("ann", {}), store.flows.count("ann")];
		for (const result of await Promise.allSettled(calls)) {
			expect(result).toMatchObject({
				status: "rejected",
				reason: { code: "unreachable", message: expect.stringMatching(/^postgres:\/\/127\.0\.0\.1:\d+\/postgres: .*Check that it runs/) },
			});
		}
		await server.up();
		expect(await store.messages.get("ann", before.id)).toStrictEqual(before);
		const after = await stored(store, message);
		expect(after.timestampMs).toBeGreaterThan(before.timestampMs);
	});

	it("does not notice a restart between two calls", async () => {
		const store = await openStore();
		await Promise.all(["a", "b", "c"].map((sessionId) => stored(store, { ...message, sessionId })));
		await server.down("fast");
		await server.up();
		await Promise.all(["a", "b", "c", "d"].map((sessionId) => stored(store, { ...message, sessionId })));
	});

	it("keeps writes whole when its connections are cut in the middle of them, and quotes no text in the error", async () => {
		const store = await openStore();
		const sessionId = "cut";
		const results: PromiseSettledResult<unknown>[] = [];
		const acknowledged: string[] = [];
		for (let round = 0; round < 20; round++) {
			const writes = Array.from({ length: 4 }, async () => acknowledged.push((await stored(store, { ...message, sessionId })).id));
			const cut = runSql(server.url, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'foldback'");
			results.push(...(await Promise.allSettled([...writes, cut])));
		}
		const errors = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
		expect(errors.length).toBeGreaterThan(0);
		for (const error of errors) expect(error).toMatchObject({ code: "unreachable", message: expect.not.stringContaining("secret") });
		const rows = await store.messages.list("ann", { sessionId });
		expect(acknowledged.filter((id) => rows.filter((row) => row.id === id).length !== 1)).toEqual([]);
		expect(new Set(rows.map((row) => row.timestampMs)).size).toBe(rows.length);
		// The server tells of the end of a connection before it gives back its locks.
		await expect.poll(() => runSql(server.url, "SELECT 1 FROM pg_locks WHERE locktype = 'advisory'")).toEqual([]);
	});
});

describe("a server that only reads, as in a fail-over", () => {
	it("refuses writes with a clear error, answers reads, and takes writes again afterwards", async () => {
		const store = await openStore();
		await stored(store, message);
		await runSql(server.url, "ALTER SYSTEM SET default_transaction_read_only = on");
		await runSql(server.url, "SELECT pg_reload_conf()");
		await untilReadOnly("on");
		await expect(stored(store, message)).rejects.toMatchObject({ code: "read-only", message: expect.stringMatching(/takes no writes now.*primary/) });
		expect(await store.flows.count("ann")).toBeGreaterThan(0);
		await runSql(server.url, "ALTER SYSTEM RESET default_transaction_read_only");
		await runSql(server.url, "SELECT pg_reload_conf()");
		await untilReadOnly("off");
		await stored(store, message);
	});
});

/** The server takes a moment to read its settings again. */
async function untilReadOnly(wanted: string): Promise<void> {
	for (;;) {
		const [row] = await runSql(server.url, "SHOW default_transaction_read_only");
		if (row?.default_transaction_read_only === wanted) return;
	}
}
