import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type OpenedMemory, testMessageSource, testMessageStoreInvalidation, testSessionStateStore } from "@foldback/store-conformance";
import { test } from "vitest";
import { capabilities, toOpened } from "../sql/row-writer.fixture.ts";
import { openSqliteStore } from "./open-sqlite-store.ts";

interface OpenedSqlite extends OpenedMemory {
	readonly path: string;
}

const open = async (path: string, afterClose: () => Promise<void>): Promise<OpenedSqlite> => ({
	path,
	...toOpened(await openSqliteStore({ path, synchronous: "normal" }), afterClose),
});

const harness = {
	name: "sqlite",
	open: async () => {
		const folder = await mkdtemp(join(tmpdir(), "foldback-conformance-"));
		return await open(join(folder, "foldback.db"), () => rm(folder, { recursive: true, force: true }));
	},
	openSecond: ({ path }: OpenedSqlite) => open(path, async () => {}),
	capabilities,
	timeoutMs: 30_000,
} as const;

testSessionStateStore(test, harness);
testMessageSource(test, harness);
testMessageStoreInvalidation(test, harness);
