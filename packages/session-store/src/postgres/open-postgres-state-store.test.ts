import { testSessionStateStore } from "@foldback/store-conformance";
import { expect, test } from "vitest";
import { borrowDatabase, temporaryDatabase } from "./database.fixture.ts";
import { openPostgresStateStore, type PostgresStateStore } from "./open-postgres-state-store.ts";

interface Opened {
	readonly url: string;
	readonly store: PostgresStateStore;
	close(): Promise<void>;
}

const open = async (url: string, afterClose: () => Promise<void>): Promise<Opened> => {
	const store = await openPostgresStateStore({ url, maxConnections: 4 });
	return { url, store, close: () => store.close().then(afterClose) };
};

testSessionStateStore(test, {
	name: "postgres states",
	open: async () => {
		const { url, giveBack } = await borrowDatabase();
		return await open(url, giveBack);
	},
	openSecond: ({ url }: Opened) => open(url, async () => {}),
	capabilities: { journal: true, sharedFlows: true },
	timeoutMs: 60_000,
});

test("a closed store says so, also before its first save", async () => {
	const store = await openPostgresStateStore({ url: await temporaryDatabase() });
	await store.close();
	await store.close();
	await expect(store.load({ flowId: "", userId: "", sessionId: "t", contextId: "" })).rejects.toThrow(/closed/);
});
