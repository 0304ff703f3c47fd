import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { createLogger } from "./log.ts";
import { createReadiness } from "./readiness.ts";
import { openTestHost } from "./testing/test-host.fixture.ts";

const quiet = createLogger(() => {});

it("is ready with a database that has its migrations, and says why when it is not", async () => {
	const host = await openTestHost();
	expect(await host.call("GET", "/ready")).toMatchObject({ status: 200, body: { status: "ready" } });
	const { check } = createReadiness({ store: host.store, log: quiet, keepMs: 0 });
	const database = new DatabaseSync(join(host.dataDir, "foldback.db"));
	database.exec("DELETE FROM __drizzle_migrations WHERE created_at = (SELECT max(created_at) FROM __drizzle_migrations)");
	expect(await check()).toBe("migrations");
	database.exec("PRAGMA user_version = 99");
	expect(await check()).toBe("migrations");
	database.close();
	await host.store.close();
	expect(await check()).toBe("database");
});

it("answers 503 with the reason and nothing else, to people without a key too", async () => {
	const host = await openTestHost({ FOLDBACK_AUTH: "keys" });
	await host.store.close();
	const { status, headers, body } = await host.call("GET", "/ready");
	expect([status, headers.get("retry-after"), body.type, body.reason]).toEqual([503, "1", "urn:foldback:problem:not-ready", "database"]);
	expect(JSON.stringify(body)).not.toContain(host.dataDir);
	expect(await host.call("GET", "/health")).toMatchObject({ status: 200 });
	expect(host.logged.map(({ event, reason }) => [event, reason])).toEqual([["not-ready", "database"]]);
	host.readiness.leave();
	expect((await host.call("GET", "/ready")).body.reason).toBe("draining");
});

it("does not wait for a database that hangs, and asks it once however often it is asked", async () => {
	let asked = 0;
	const store = {
		synced: async () => {},
		migrated: () => {
			asked += 1;
			return new Promise<boolean>(() => {});
		},
	};
	const { check } = createReadiness({ store, log: quiet, timeoutMs: 20, keepMs: 60_000 });
	expect(new Set(await Promise.all(Array.from({ length: 100 }, check)))).toEqual(new Set(["database"]));
	expect(asked).toBe(1);
});

it("is not ready while the database cannot keep what is written, although it can be read", async () => {
	const host = await openTestHost();
	const synced = () => Promise.reject(new Error("EIO: i/o error"));
	const { check } = createReadiness({ store: { ...host.store, synced }, log: quiet });
	expect(await host.store.migrated()).toBe(true);
	expect(await check()).toBe("database");
});
