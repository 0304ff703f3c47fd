import Database from "better-sqlite3";
import { expect, it, onTestFinished } from "vitest";
import { refuseReadOnly } from "./refuse-read-only.ts";
import { openBench } from "./store.fixture.ts";

it("refuses a database that may only be read, and leaves one that may be written as it was", async () => {
	const { path, say, store } = await openBench();
	await say("1");
	const open = (readonly: boolean) => {
		const client = new Database(path, { readonly });
		onTestFinished(() => void client.close());
		return client;
	};
	expect(() => refuseReadOnly(open(true))).toThrow(expect.objectContaining({ code: "SQLITE_READONLY" }));
	const writable = open(false);
	const before = writable.pragma("data_version");
	refuseReadOnly(writable);
	expect([writable.inTransaction, writable.pragma("data_version")]).toEqual([false, before]);
	await say("2");
	expect((await store.messages.list("ann", {})).map((row) => row.text)).toEqual(["1", "2"]);
});
