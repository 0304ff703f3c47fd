import { describe, expect, it, onTestFinished } from "vitest";
import type { SessionStore } from "../session-store.ts";
import { fold, stored } from "../sqlite/store.fixture.ts";
import { runSql, temporaryDatabase } from "./database.fixture.ts";
import { openPostgresStore } from "./open-postgres-store.ts";

const scope = { flowId: "flow", userId: "ann", sessionId: "chat", contextId: "" };
const message = { flowId: "flow", userId: "ann", sessionId: "chat", sender: "User", text: "hi" } as const;

/** Two stores with four connections each, and a flow. */
async function openTwo(): Promise<{ readonly url: string; readonly first: SessionStore; readonly second: SessionStore }> {
	const url = await temporaryDatabase();
	const open = async () => {
		const store = await openPostgresStore({ url, maxConnections: 4 });
		onTestFinished(() => store.close());
		return store;
	};
	const [first, second] = [await open(), await open()];
	await first.flows.create({ id: "flow", userId: "ann", name: "F", endpointName: null, document: {} });
	return { url, first, second };
}

describe("writes of two stores at once", () => {
	it("rename back and forth while rows are changed, answered and deleted: nothing is lost, nothing is stuck", async () => {
		const { url, first, second } = await openTwo();
		const rows = await Promise.all(Array.from({ length: 12 }, () => stored(first, message)));
		const work: Promise<unknown>[] = [];
		for (let round = 0; round < 10; round++) {
			work.push(first.messages.renameSession("ann", "chat", "other"), second.messages.renameSession("ann", "other", "chat"));
			for (const [index, { id }] of rows.entries()) {
				if (index < 6) work.push(second.messages.update("ann", id, { text: `text ${round}` }));
				else if (index < 11) work.push(first.messages.append({ ...message, sender: "Machine" }, { answers: id }));
			}
			work.push(fold(second, scope, 2).catch(() => undefined));
		}
		work.push(second.messages.delete("ann", [rows[11]?.id ?? ""]));
		await Promise.all(work);
		const stays = await first.messages.list("ann", { limit: 10_000 });
		expect(stays).toHaveLength(11 + 50);
		const updated = new Set(rows.slice(0, 6).map((row) => row.id));
		expect(stays.filter((row) => updated.has(row.id)).map((row) => row.revision)).toEqual(Array.from(updated, () => 10));
		expect(await first.messages.sessions("ann")).toHaveLength(1);
		const wrong = `SELECT 1 FROM session_memory_state s WHERE absorbed_count <> (SELECT count(*) FROM message m WHERE eligible AND m.flow_id = s.flow_id
			AND m.session_id = s.session_id AND (m.timestamp, m.id) <= (s.covered_until_timestamp, s.covered_until_message_id))`;
		expect(await runSql(url, wrong)).toEqual([]);
		expect(
			await runSql(url, "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"),
		).toEqual([]);
	});

	it("delete a flow while rows are stored in it: each is stored and gone, or refused", async () => {
		const { url, first, second } = await openTwo();
		for (let round = 0; round < 5; round++) {
			const appends = Array.from({ length: 6 }, (_, index) => second.messages.append({ ...message, sessionId: `s${index}` }));
			const gone = first.flows.delete("ann", "flow");
			const results = await Promise.all(appends);
			expect(await gone).toBe(true);
			for (const result of results) expect(result.stored || result.reason).toSatisfy((outcome) => outcome === true || outcome === "flow-gone");
			expect(await runSql(url, "SELECT 1 FROM message")).toEqual([]);
			await first.flows.create({ id: "flow", userId: "ann", name: "F", endpointName: null, document: {} });
		}
	});

	it("give one id and one endpoint name to one flow, one message id to one row", async () => {
		const { first, second } = await openTwo();
		const flow = { userId: "ann", name: "F", endpointName: "support", document: {} };
		const named = await Promise.all([first, second, first, second].map((store) => store.flows.create(flow)));
		expect(named.filter((created) => created)).toHaveLength(1);
		const sameId = await Promise.all([first, second].map((store, index) => store.flows.create({ ...flow, userId: `u${index}`, id: "same" })));
		expect(new Set(sameId.map((created) => created?.id)).size).toBe(2);
		const rows = await Promise.all([first, second].map((store, index) => stored(store, { ...message, sessionId: `s${index}`, id: "same row" })));
		expect(new Set(rows.map((row) => row.id)).size).toBe(2);
		const updates = await Promise.all([first, second].map((store) => store.flows.update("ann", "flow", { name: "new" }, { revision: 1 })));
		expect(updates.filter(({ updated }) => updated)).toHaveLength(1);
	});

	it("delete two thousand sessions at once", async () => {
		const { first, second } = await openTwo();
		await Promise.all(["a", "b"].map((sessionId) => stored(first, { ...message, sessionId })));
		const names = [...Array.from({ length: 2_000 }, (_, index) => `s${index}`), "a", "b"];
		expect((await Promise.all([first, second].map((store) => store.messages.deleteSessions("ann", names)))).sort()).toEqual([0, 2]);
	});
});
