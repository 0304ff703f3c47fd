import { describe, expect, it } from "vitest";
import { fold, openBench } from "./store.fixture.ts";

const document = { data: { nodes: [{ id: "Agent-1", value: "œ \u0000 🙂", ["__proto__"]: null }], edges: [] }, tags: [], n: 1.5 };

describe("flows", () => {
	it("come back exactly as they were", async () => {
		const { store, clock, openSecond } = await openBench();
		const flow = await store.flows.create({ id: "mine", userId: "ann", name: "Flow 🙂", endpointName: "support", document });
		const whole = {
			id: "mine",
			userId: "ann",
			name: "Flow 🙂",
			endpointName: "support",
			document,
			revision: 1,
			createdAtMs: clock.nowMs,
			updatedAtMs: clock.nowMs,
		};
		expect(flow).toStrictEqual(whole);
		const second = await openSecond();
		expect(await second.flows.get("ann", "mine")).toStrictEqual(whole);
		expect(await second.flows.get("ann", "support")).toStrictEqual(whole);
	});

	it("are nobody else's", async () => {
		const { store, flowId } = await openBench();
		await store.flows.create({ id: "mine", userId: "ann", name: "F", endpointName: "support", document });
		expect(await store.flows.get("bob", flowId)).toBeUndefined();
		expect(await store.flows.get("bob", "support")).toBeUndefined();
		expect(await store.flows.update("bob", flowId, { name: "stolen" })).toEqual({ updated: false, reason: "not-found" });
		expect(await store.flows.delete("bob", flowId)).toBe(false);
		expect(await store.flows.list("bob")).toEqual([]);
		expect([await store.flows.count("bob"), await store.flows.count("ann")]).toEqual([0, 2]);
	});

	it("get a new id when the wanted one is in use, whoever uses it", async () => {
		const { store, flowId } = await openBench();
		const other = await store.flows.create({ id: flowId, userId: "bob", name: "F", endpointName: null, document });
		expect(other?.id).toMatch(/^[0-9a-f-]{36}$/);
		expect(other?.id).not.toBe(flowId);
	});

	it("have one endpoint name per user, and any number without one", async () => {
		const { store } = await openBench();
		const create = (userId: string, endpointName: string | null) => store.flows.create({ userId, name: "F", endpointName, document });
		const first = await create("ann", "support");
		const second = await create("ann", null);
		expect(await create("ann", "support")).toBeUndefined();
		expect(await create("ann", null)).toBeDefined();
		expect(await create("bob", "support")).toBeDefined();
		expect(await store.flows.update("ann", second?.id ?? "", { endpointName: "support" })).toEqual({ updated: false, reason: "endpoint-name-taken" });
		expect(await store.flows.update("ann", first?.id ?? "", { endpointName: null })).toMatchObject({ updated: true, flow: { endpointName: null } });
		expect(await store.flows.update("ann", second?.id ?? "", { endpointName: "support" })).toMatchObject({ updated: true });
	});

	it("change by revision, newest change first in the list", async () => {
		const { store, flowId, clock } = await openBench();
		await store.flows.create({ id: "later", userId: "ann", name: "Later", endpointName: null, document });
		clock.nowMs += 10;
		const changed = await store.flows.update("ann", flowId, { name: "New", document }, { revision: 1 });
		expect(changed).toMatchObject({ updated: true, flow: { name: "New", document, revision: 2, updatedAtMs: clock.nowMs } });
		expect(await store.flows.update("ann", flowId, { name: "Lost" }, { revision: 1 })).toEqual({ updated: false, reason: "conflict" });
		expect((await store.flows.list("ann")).map((flow) => flow.id)).toEqual([flowId, "later"]);
		expect((await store.flows.list("ann", { limit: 1, offset: 1 })).map((flow) => flow.id)).toEqual(["later"]);
	});

	it("take messages, states, journal and secrets along", async () => {
		const { store, flowId, scope, say, sql } = await openBench();
		await say("1");
		await fold(store, scope, 1);
		await store.secrets.put({ id: "s", userId: "ann", flowId, ciphertext: "x" });
		expect(await store.flows.delete("ann", flowId)).toBe(true);
		expect(await store.flows.delete("ann", flowId)).toBe(false);
		for (const table of ["flow", "message", "session_memory_state", "session_memory_fold", "secret"]) expect(sql(`SELECT 1 FROM ${table}`)).toEqual([]);
	});
});

describe("keys", () => {
	it("are found by hash until revoked", async () => {
		const { store, clock } = await openBench();
		const key = { id: "k", userId: "ann", name: "laptop", prefix: "fb_1" };
		await store.keys.create({ ...key, hash: "h" });
		await store.keys.create({ ...key, id: "other", userId: "bob", hash: "h2" });
		expect(await store.keys.find("h")).toEqual({ id: "k", userId: "ann" });
		expect(await store.keys.list("ann")).toEqual([{ ...key, createdAtMs: clock.nowMs }]);
		expect(await store.keys.list()).toHaveLength(2);
		expect([await store.keys.revoke("k"), await store.keys.revoke("k"), await store.keys.revoke("unknown")]).toEqual([true, false, false]);
		expect(await store.keys.find("h")).toBeUndefined();
		expect(await store.keys.list("ann")).toEqual([]);
	});
});

describe("secrets", () => {
	it("are replaced by their owner and unreadable to others, also under the same id", async () => {
		const { store, flowId } = await openBench();
		const secret = { id: "s", userId: "ann", flowId, ciphertext: "one" };
		await store.secrets.put(secret);
		await store.secrets.put({ ...secret, ciphertext: "two" });
		await store.secrets.put({ ...secret, userId: "bob", ciphertext: "bob's" });
		expect(await store.secrets.get("ann", "s")).toBe("two");
		expect(await store.secrets.get("eve", "s")).toBeUndefined();
	});
});
