import { describe, expect, it, onTestFinished } from "vitest";
import type { SessionStore } from "../session-store.ts";
import { fold, stored } from "../sqlite/store.fixture.ts";
import { kinds } from "./processes.fixture.ts";

const today = "2026-11-30";
const request = { userId: "ann", key: "k", flowId: "flow", sessionId: "chat", fingerprint: "f" };
const lease = { owner: "host", untilMs: Date.now() + 60_000 };

describe.each(kinds)("on $name", ({ place, open }) => {
	async function openStore(): Promise<SessionStore> {
		const store = await open(await place());
		onTestFinished(() => store.close());
		for (const [id, userId] of [
			["flow", "ann"],
			["second", "ann"],
			["bobs", "bob"],
		] as const)
			await store.flows.create({ id, userId, name: "F", endpointName: null, document: {} });
		return store;
	}

	/** A folded chat with a run and a kept answer. */
	async function fill(store: SessionStore, flowId: string, userId: string): Promise<void> {
		const scope = { flowId, userId, sessionId: "chat", contextId: "" };
		const row = await stored(store, { ...scope, sender: "User", text: "hello" });
		await stored(store, { ...scope, sender: "Machine", text: "hi" });
		await fold(store, scope, 2);
		await store.runs.add({
			id: `run-${flowId}`,
			flowId,
			userId,
			inputId: row.id,
			answerId: "",
			startedAtMs: 1,
			durationMs: 1,
			status: "finished",
			code: "",
			details: {},
		});
		await store.idempotency.claim({ ...request, flowId, userId }, lease);
		await store.secrets.put({ id: `secret-${flowId}`, userId, flowId, ciphertext: "sealed" });
		await store.foldSpend.add(userId, "2026-11-29", 5);
		await store.foldSpend.add(userId, today, 5);
	}

	it("erases a user's chats, or everything, and nothing of others", async () => {
		const store = await openStore();
		await fill(store, "flow", "ann");
		await fill(store, "bobs", "bob");
		const chats = { messages: 2, states: 1, folds: 1, runs: 1, keptAnswers: 1, flows: 0, secrets: 0 };
		expect(await store.userData.erase("ann", { flows: false, today })).toEqual(chats);
		expect(await store.flows.count("ann")).toBe(2);
		expect(await store.secrets.get("ann", "secret-flow")).toBe("sealed");
		expect([await store.foldSpend.get("ann", "2026-11-29"), await store.foldSpend.get("ann", today)]).toEqual([0, 5]);
		await fill(store, "second", "ann");
		expect(await store.userData.erase("ann", { flows: true, today })).toEqual({ ...chats, flows: 2, secrets: 2 });
		expect(await store.userData.erase("ann", { flows: true, today })).toEqual({ ...chats, messages: 0, states: 0, folds: 0, runs: 0, keptAnswers: 0 });
		expect(await store.messages.list("ann", {})).toEqual([]);
		expect(await store.messages.list("bob", {})).toHaveLength(2);
		expect(await store.memory.load({ flowId: "bobs", userId: "bob", sessionId: "chat", contextId: "" })).toMatchObject({ absorbedCount: 2 });
		expect(await store.runs.list("bob", {})).toHaveLength(1);
		expect(await store.idempotency.claim({ ...request, flowId: "bobs", userId: "bob" }, { ...lease, owner: "other" })).toEqual({ claim: "running" });
		expect(await store.foldSpend.get("bob", "2026-11-29")).toBe(5);
	});

	it.each([
		["a flow", (store: SessionStore) => store.flows.delete("ann", "flow"), true],
		["a session", (store: SessionStore) => store.messages.deleteSessions("ann", ["chat"]), 1_300],
		["a user", (store: SessionStore) => store.userData.erase("ann", { flows: false, today }), expect.objectContaining({ messages: 1_300 })],
	])("lets others write while it deletes %s with many rows", async (_, remove, result) => {
		const store = await openStore();
		await store.messages.import(
			{ flowId: "flow", userId: "ann", sessionId: "chat" },
			Array.from({ length: 1_300 }, () => ({ sender: "User", text: "hi" }) as const),
		);
		let ended = false;
		let meanwhile = 0;
		const removed = remove(store).finally(() => {
			ended = true;
		});
		while (!ended) {
			await stored(store, { flowId: "bobs", userId: "bob", sessionId: "s", sender: "User", text: "mine" });
			if (!ended) meanwhile++;
			await new Promise((resolve) => setImmediate(resolve));
		}
		expect(await removed).toEqual(result);
		expect(meanwhile).toBeGreaterThanOrEqual(2);
		expect(await store.messages.list("ann", {})).toEqual([]);
		expect((await store.messages.list("bob", { limit: 10_000 })).length).toBeGreaterThanOrEqual(meanwhile);
	});

	it("forgets what was kept of an answer with any row of its session, also of a run under way, and takes it along with a rename", async () => {
		const store = await openStore();
		const claim = (key: string) => store.idempotency.claim({ ...request, key }, lease);
		const settle = (key: string) => store.idempotency.settle({ userId: "ann", key }, "host", { answer: { rows: ["r"], texts: { quote: "hello" } } });
		const message = { flowId: "flow", userId: "ann", sessionId: "chat", sender: "User", text: "hello" } as const;
		const [first, second] = [await stored(store, message), await stored(store, message)];
		await claim("ended");
		await claim("under way");
		await settle("ended");
		expect(await claim("ended")).toEqual({ claim: "done", answer: { rows: ["r"], texts: { quote: "hello" } } });
		await store.messages.renameSession("ann", "chat", "talk");
		await store.messages.update("ann", first.id, { text: "changed" });
		expect(await settle("under way")).toBe(true);
		for (const key of ["ended", "under way"]) expect(await claim(key)).toEqual({ claim: "done", answer: { rows: ["r"] } });
		await store.idempotency.claim({ ...request, sessionId: "talk", key: "later" }, lease);
		await settle("later");
		await store.messages.delete("ann", [second.id]);
		expect(await claim("later")).toEqual({ claim: "done", answer: { rows: ["r"] } });
	});

	it("gives states and journal of a flow page by page", async () => {
		const store = await openStore();
		const scopes = ["a", "b"].flatMap((sessionId) => ["", "side"].map((contextId) => ({ flowId: "flow", userId: "ann", sessionId, contextId })));
		for (const scope of scopes) for (let row = 0; row < 2; row++) await stored(store, { ...scope, sender: "User", text: "x" });
		for (const scope of scopes) for (let row = 0; row < 2; row++) await fold(store, scope, 1);
		const states = [];
		for (let page = await store.userData.states("ann", "flow", { limit: 1 }); page[0]; ) {
			states.push(page[0].scope);
			page = await store.userData.states("ann", "flow", { limit: 1, after: page[0].scope });
		}
		expect(states).toEqual(scopes);
		const folds = [];
		for (let page = await store.userData.folds("ann", "flow", { limit: 1 }); page[0]; ) {
			folds.push([page[0].scope, page[0].fold?.snapshot?.absorbedCount]);
			page = await store.userData.folds("ann", "flow", { limit: 1, after: page[0].scope, afterId: page[0].id });
		}
		expect(folds).toEqual(
			scopes.flatMap((scope) => [
				[scope, 1],
				[scope, 2],
			]),
		);
		expect(await store.userData.states("bob", "flow", { limit: 10 })).toEqual([]);
	});
});
