import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { temporaryDatabase } from "../postgres/database.fixture.ts";
import { openPostgresStore } from "../postgres/open-postgres-store.ts";
import type { SessionStore } from "../session-store.ts";
import { openSqliteStore } from "../sqlite/open-sqlite-store.ts";
import { temporaryPath } from "../sqlite/store.fixture.ts";

const sample = (name: string) => ({ userId: "local", name, endpointName: name, document: {} });
const samples = [sample("one"), sample("two")];

const dialects = {
	sqlite: () => {
		const path = temporaryPath();
		return () => openSqliteStore({ path });
	},
	postgres: async () => {
		const url = await temporaryDatabase();
		return () => openPostgresStore({ url, maxConnections: 2 });
	},
} as const;

describe.each(Object.entries(dialects))("flows that are created once: %s", (_, prepare) => {
	let open: () => Promise<SessionStore>;
	beforeEach(async () => {
		const opened = await prepare();
		open = async () => {
			const store = await opened();
			onTestFinished(() => store.close());
			return store;
		};
	});

	it("come from one of many hosts that start on an empty database, and not again when they are gone", async () => {
		const stores = await Promise.all(Array.from({ length: 6 }, open));
		const created = await Promise.all(stores.map((store) => store.flows.createOnce("samples", samples)));
		expect(created.filter(Boolean)).toHaveLength(1);
		const [store] = stores as [SessionStore];
		const flows = await store.flows.list("local");
		expect(flows.map(({ name }) => name).sort()).toEqual(["one", "two"]);
		for (const { id } of flows) await store.flows.delete("local", id);
		expect(await store.flows.marked("samples")).toBe(true);
		expect(await store.flows.createOnce("samples", samples)).toBe(false);
		expect(await store.flows.list("local")).toEqual([]);
	});

	it("are created all or none: what fails leaves no mark", async () => {
		const store = await open();
		const bad = { ...sample("two"), name: undefined as unknown as string };
		await expect(store.flows.createOnce("samples", [sample("one"), bad])).rejects.toThrow();
		expect([await store.flows.marked("samples"), await store.flows.list("local")]).toEqual([false, []]);
		expect(await store.flows.createOnce("samples", samples)).toBe(true);
	});

	it("are not created for somebody who has flows, whatever others have", async () => {
		const store = await open();
		await store.flows.create({ ...sample("own"), userId: "ann" });
		const anns = samples.map((one) => ({ ...one, userId: "ann" }));
		expect(await store.flows.createOnce("samples of ann", anns)).toBe(false);
		expect([await store.flows.marked("samples of ann"), await store.flows.count("ann")]).toEqual([true, 1]);
		expect(await store.flows.createOnce("samples", samples)).toBe(true);
	});

	it("say that all migrations are there", async () => {
		expect(await (await open()).migrated()).toBe(true);
	});
});
