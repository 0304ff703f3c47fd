import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { testBufferStore } from "./conformance.ts";
import { temporaryPath } from "./folder.fixture.ts";
import { createMemoryBufferStore } from "./memory-buffer-store.ts";
import { createTestDatabase } from "./postgres.fixture.ts";
import { openPostgresBufferStore } from "./postgres-buffer-store.ts";
import { openSqliteBufferStore } from "./sqlite-buffer-store.ts";

testBufferStore(test, { name: "memory", open: async () => ({ store: createMemoryBufferStore() }) });

testBufferStore(test, {
	name: "SQLite, two connections",
	open: async () => {
		const path = temporaryPath();
		const [store, second] = [await openSqliteBufferStore({ path }), await openSqliteBufferStore({ path })];
		return { store, second, close: async () => void (await Promise.all([store.close(), second.close()])) };
	},
});

testBufferStore(test, {
	name: "PostgreSQL, two pools",
	open: async () => {
		const openPool = await createTestDatabase();
		const [store, second] = await Promise.all([openPostgresBufferStore({ pool: openPool() }), openPostgresBufferStore({ pool: openPool() })]);
		return { store, second };
	},
});

test("many processes may open an empty PostgreSQL database at once", async () => {
	const openPool = await createTestDatabase();
	await Promise.all(Array.from({ length: 12 }, () => openPostgresBufferStore({ pool: openPool() })));
});

test("an SQLite file that cannot be opened is a clear error", async () => {
	const path = temporaryPath();
	await expect(openSqliteBufferStore({ path: `${path}/missing/chats.db` })).rejects.toThrow(/missing\/chats\.db: the database of summaries cannot be opened/);
	writeFileSync(path, "this is no database, but long enough to be taken for a header of one".repeat(20));
	await expect(openSqliteBufferStore({ path })).rejects.toThrow(`${path}: the database of summaries cannot be opened (file is not a database)`);
});
