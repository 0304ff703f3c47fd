import { type OpenedMemory, testMessageSource, testMessageStoreInvalidation, testSessionStateStore } from "@foldback/store-conformance";
import { test } from "vitest";
import { capabilities, toOpened } from "../sql/row-writer.fixture.ts";
import { borrowDatabase } from "./database.fixture.ts";
import { openPostgresStore } from "./open-postgres-store.ts";

interface OpenedPostgres extends OpenedMemory {
	readonly url: string;
}

const open = async (url: string, afterClose: () => Promise<void>): Promise<OpenedPostgres> => ({
	url,
	...toOpened(await openPostgresStore({ url, maxConnections: 4 }), afterClose),
});

const harness = {
	name: "postgres",
	open: async () => {
		const { url, giveBack } = await borrowDatabase();
		return await open(url, giveBack);
	},
	openSecond: ({ url }: OpenedPostgres) => open(url, async () => {}),
	capabilities,
	timeoutMs: 60_000,
} as const;

testSessionStateStore(test, harness);
testMessageSource(test, harness);
testMessageStoreInvalidation(test, harness);
