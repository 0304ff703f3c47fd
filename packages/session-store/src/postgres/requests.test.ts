import { expect, it, onTestFinished } from "vitest";
import type { SessionStore } from "../session-store.ts";
import { maxRunsPerSession } from "../session-store.ts";
import { fold, stored } from "../sqlite/store.fixture.ts";
import { temporaryDatabase } from "./database.fixture.ts";
import { openPostgresStore } from "./open-postgres-store.ts";

const message = { flowId: "flow", userId: "ann", sessionId: "chat", sender: "User", text: "hi" } as const;
const scope = { flowId: "flow", userId: "ann", sessionId: "chat", contextId: "" };

/** Two stores over one database, with a flow of ann's. */
async function openTwo(): Promise<readonly [SessionStore, SessionStore]> {
	const url = await temporaryDatabase();
	const open = async () => {
		const store = await openPostgresStore({ url, maxConnections: 4 });
		onTestFinished(() => store.close());
		return store;
	};
	const stores = [await open(), await open()] as const;
	await stores[0].flows.create({ id: "flow", userId: "ann", name: "F", endpointName: null, document: {} });
	return stores;
}

it("gives a repeated request to one of many hosts, and its answer to the others", async () => {
	const [first, second] = await openTwo();
	const request = { userId: "ann", key: "k", flowId: "flow", sessionId: "chat", fingerprint: "f" };
	const claims = await Promise.all(
		[first, second, first, second].map((store, index) => store.idempotency.claim(request, { owner: `host ${index}`, untilMs: Date.now() + 60_000 })),
	);
	expect(claims.map(({ claim }) => claim).sort()).toEqual(["running", "running", "running", "yours"]);
	const owner = `host ${claims.findIndex(({ claim }) => claim === "yours")}`;
	expect(await second.idempotency.settle(request, "another", { untilMs: 0 })).toBe(false);
	expect(await second.idempotency.settle(request, owner, { answer: { a: "\u0000" } })).toBe(true);
	expect(await first.idempotency.claim(request, { owner: "late", untilMs: 1 })).toEqual({ claim: "done", answer: { a: "\u0000" } });
	expect(await first.idempotency.claim({ ...request, fingerprint: "g" }, { owner: "late", untilMs: 1 })).toEqual({ claim: "other-request" });
});

it("adds up what several hosts spend", async () => {
	const stores = await openTwo();
	await Promise.all(Array.from({ length: 20 }, (_, index) => stores[index % 2 === 0 ? 0 : 1].foldSpend.add("ann", "2026-11-30", 5)));
	expect(await stores[0].foldSpend.get("ann", "2026-11-30")).toBe(100);
	expect(await stores[0].foldSpend.get("ann", "2026-12-01")).toBe(0);
});

it("keeps the newest runs of a session, wherever it is renamed to, and lets them go with it", async () => {
	const [store, second] = await openTwo();
	const { id: inputId } = await stored(store, message);
	const run = { flowId: "flow", userId: "ann", inputId, answerId: "", durationMs: 5, status: "finished", code: "", details: {} } as const;
	const added = await Promise.all([
		...Array.from({ length: maxRunsPerSession + 3 }, (_, index) => (index % 2 ? store : second).runs.add({ ...run, id: `r${index}`, startedAtMs: index })),
		second.messages.renameSession("ann", "chat", "talk"),
	]);
	expect(added.slice(0, -1)).toEqual(Array.from({ length: maxRunsPerSession + 3 }, () => true));
	const runs = await store.runs.list("ann", { sessionId: "talk", limit: 1_000 });
	expect(runs).toHaveLength(maxRunsPerSession);
	expect(runs[0]).toMatchObject({ id: `r${maxRunsPerSession + 2}`, sessionId: "talk" });
	await second.messages.deleteSessions("ann", ["talk"]);
	expect(await store.runs.list("ann", {})).toEqual([]);
	expect(await store.runs.add({ ...run, id: "late", startedAtMs: 1 })).toBe(false);
});

it("imports the same rows into two sessions at once, each id once", async () => {
	const stores = await openTwo();
	const rows = Array.from({ length: 30 }, (_, index) => ({ id: `row ${index}`, sender: "User" as const, text: `${index}`, timestampMs: index }));
	await Promise.all(stores.map((store, index) => store.messages.import({ flowId: "flow", userId: "ann", sessionId: `s${index}` }, rows)));
	const all = await stores[0].messages.list("ann", {});
	expect(new Set(all.map(({ id }) => id)).size).toBe(60);
	expect((await stores[1].messages.getAll("ann", ["row 1", "row 2", "none"])).map(({ text }) => text).sort()).toEqual(["1", "2"]);
	expect(await stores[0].messages.expire(10, 15)).toBe(15);
	expect(await stores[1].messages.expire(10, 15)).toBe(5);
	expect(await stores[0].messages.list("ann", {})).toHaveLength(40);
});

it("gives a user's data to another one, and no fold that was under way for the first", async () => {
	const [store, second] = await openTwo();
	for (let count = 0; count < 3; count++) await stored(store, message);
	await fold(store, scope, 2);
	const before = await store.memory.load(scope);
	await store.secrets.put({ id: "s", userId: "ann", flowId: "flow", ciphertext: "old" });
	const adopted = await Promise.all([store, second].map((each) => each.adopt("ann", "bob", (id, text) => `${id} ${text} anew`)));
	expect(adopted.sort()).toEqual([false, true]);
	expect(await store.messages.list("ann", {})).toEqual([]);
	expect(await second.messages.list("bob", {})).toHaveLength(3);
	const after = await second.memory.load({ ...scope, userId: "bob" });
	expect(after).toMatchObject({ absorbedCount: 2, summary: before?.summary });
	expect(after?.incarnation).not.toBe(before?.incarnation);
	expect(await second.secrets.get("bob", "s")).toBe("s old anew");
});
