import { describe, expect, test } from "vitest";
import type { FoldReport } from "../fold-journal.ts";
import { cursorOf } from "../message.ts";
import type { SaveOptions } from "../session-state-store.ts";
import { emptyDraft, type SessionMemoryDraft } from "../state.ts";
import { createMessageLog, type MessageLog } from "./message-log.ts";
import type { MessageRow } from "./message-table.ts";
import { createMemoryStateStore } from "./state-store.ts";

const scope = { flowId: "flow", userId: "user", sessionId: "session", contextId: "" };
const fold: FoldReport = { outcome: "saved", messageCount: 1, promptChars: 10, model: "offline", durationMs: 5 };
const now = () => 1_000;

function setUp() {
	const log = createMessageLog({ now });
	return { log, store: createMemoryStateStore({ log, now }) };
}

function append(log: MessageLog, count: number, context = ""): MessageRow[] {
	return Array.from({ length: count }, (_, index) => log.append({ ...scope, contextId: context, text: `message ${index}` }));
}

/** What a fold of `rows` onto `expected` saves. */
function foldOf(rows: readonly MessageRow[], from: number, to: number, expected: SaveOptions["expected"]): [SessionMemoryDraft, SaveOptions] {
	const batch = rows.slice(from, to);
	const [first, last] = [rows[from - 1], batch.at(-1)];
	if (!last) throw new Error("Nothing to fold.");
	const draft = { ...emptyDraft, summary: `- up to ${to}`, cursor: cursorOf(last), absorbedCount: to, summaryModel: "offline" };
	return [
		draft,
		{ expected, fold, batch: { after: first && cursorOf(first), through: cursorOf(last), rows: batch.map(({ id, revision }) => ({ id, revision })) } },
	];
}

describe("a memory state store that sees the rows", () => {
	test("goes back to the newest snapshot before an edited row", async () => {
		const { log, store } = setUp();
		const rows = append(log, 6);
		const first = await store.save(scope, ...foldOf(rows, 0, 2, "absent"));
		if (!first.saved) throw new Error(first.reason);
		const second = await store.save(scope, ...foldOf(rows, 2, 4, first.state));
		if (!second.saved) throw new Error(second.reason);
		log.update(rows[2]?.id ?? "", { text: "changed" });
		expect(await store.load(scope)).toMatchObject({ summary: "- up to 2", absorbedCount: 2, version: 1 });
		expect((await store.load(scope))?.incarnation).not.toBe(first.state.incarnation);
		expect((await store.journal.list(scope)).map((record) => record.snapshot?.summary)).toEqual(["- up to 2"]);
		log.update(rows[1]?.id ?? "", { text: "changed" });
		expect(await store.load(scope)).toBeUndefined();
	});

	test("leaves only the overrides when nothing else is left, until the last row goes", async () => {
		const { log, store } = setUp();
		const rows = append(log, 2);
		const [draft, options] = foldOf(rows, 0, 1, "absent");
		await store.save(scope, { ...draft, overrides: { cluster: "EU" } }, options);
		log.delete([rows[0]?.id ?? ""]);
		expect(await store.load(scope)).toMatchObject({ summary: "", cursor: undefined, absorbedCount: 0, overrides: { cluster: "EU" } });
		log.delete([rows[1]?.id ?? ""]);
		expect(await store.load(scope)).toBeUndefined();
	});

	test("refuses a batch that is not what lies in its range", async () => {
		const { log, store } = setUp();
		const rows = append(log, 3);
		const save = foldOf(rows, 0, 3, "absent");
		log.append({ ...scope, text: "late", timestampMs: 1_000, id: "0" });
		expect(await store.save(scope, ...save)).toEqual({ saved: false, reason: "stale-history" });
		expect(await store.journal.list(scope)).toEqual([]);
	});

	test("writes nothing for a scope without rows", async () => {
		const { store } = setUp();
		expect(await store.save(scope, { ...emptyDraft, overrides: { cluster: "EU" } }, { expected: "absent" })).toEqual({ saved: false, reason: "no-rows" });
		expect(await store.load(scope)).toBeUndefined();
	});

	test("moves with a renamed session, and a merge leaves no memory of either", async () => {
		const { log, store } = setUp();
		const rows = append(log, 2);
		const saved = await store.save(scope, ...foldOf(rows, 0, 1, "absent"));
		log.renameSession(scope, "new");
		const moved = await store.load({ ...scope, sessionId: "new" });
		expect(moved).toMatchObject({ summary: "- up to 1" });
		expect(saved.saved && saved.state.incarnation).not.toBe(moved?.incarnation);
		expect(await store.load(scope)).toBeUndefined();
		append(log, 1);
		log.renameSession({ ...scope, sessionId: "new" }, "session");
		expect(await store.load(scope)).toBeUndefined();
		expect(await store.load({ ...scope, sessionId: "new" })).toBeUndefined();
		expect(await store.journal.list(scope)).toEqual([]);
	});

	test("throws for a save that no fold and no hand could make", async () => {
		const { log, store } = setUp();
		const [draft, { fold: report, batch }] = foldOf(append(log, 2), 0, 2, "absent");
		if (!batch || !report) throw new Error("No batch.");
		await expect(store.save(scope, draft, { expected: "absent", batch })).rejects.toThrow("give both");
		await expect(store.save(scope, emptyDraft, { expected: "absent", batch, fold: report })).rejects.toThrow("not the end of its batch");
		const after = { timestampMs: 1, id: "elsewhere" };
		await expect(store.save(scope, draft, { expected: "absent", batch: { ...batch, after }, fold: report })).rejects.toThrow("the state ends at undefined");
	});
});

describe("a memory state store beside a foreign history", () => {
	test("does not claim to check it", async () => {
		const store = createMemoryStateStore({ now });
		expect(store.checksHistory).toBeUndefined();
		const saved = await store.save(scope, { ...emptyDraft, overrides: { cluster: "EU" } }, { expected: "absent" });
		expect(saved).toMatchObject({ saved: true, state: { version: 1, createdAtMs: 1_000, updatedAtMs: 1_000 } });
		expect(await store.delete(scope)).toBe(true);
		expect(await store.delete(scope)).toBe(false);
	});

	test("starts a new incarnation when a state is rebuilt from nothing", async () => {
		const store = createMemoryStateStore({ now });
		const rows = Array.from({ length: 2 }, (_, index) => createMessageLog({ now }).append({ ...scope, text: `message ${index}` }));
		const saved = await store.save(scope, ...foldOf(rows, 0, 2, "absent"));
		if (!saved.saved) throw new Error(saved.reason);
		const rebuilt = await store.save(scope, { ...emptyDraft, overrides: { cluster: "EU" } }, { expected: saved.state });
		expect(rebuilt).toMatchObject({ saved: true, state: { version: 1 } });
		expect(rebuilt.saved && rebuilt.state.incarnation).not.toBe(saved.state.incarnation);
		expect(await store.journal.list(scope)).toEqual([]);
	});
});
