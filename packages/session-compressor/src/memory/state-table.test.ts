import { expect, test } from "vitest";
import { type FoldRecord, maxJournalSnapshots } from "../fold-journal.ts";
import { emptyDraft } from "../state.ts";
import { addRecord, findEntry, needEntry, removeEntry, type StateTable, sessionEntries } from "./state-table.ts";

const scope = { flowId: "flow", userId: "user", sessionId: "session", contextId: "" };
const place = { timestampMs: 1, id: "row" };

function record(index: number, saved: boolean): FoldRecord {
	const head = { id: `${index}`, atMs: index, after: undefined, through: place, messageCount: 1, promptChars: 1, model: "m", durationMs: 1 };
	return saved ? { ...head, outcome: "saved", snapshot: emptyDraft } : { ...head, outcome: "failed", code: "timeout" };
}

test("snapshots and other attempts do not push each other out", () => {
	const entry = needEntry(new Map(), scope);
	for (let index = 0; index < 3 * maxJournalSnapshots; index++) addRecord(entry, record(index, index < maxJournalSnapshots + 10));
	const saved = entry.records.filter((one) => one.snapshot);
	expect([saved.length, saved[0]?.id]).toEqual([maxJournalSnapshots, "10"]);
	expect(entry.records.length - saved.length).toBe(maxJournalSnapshots);
	expect(entry.records.at(-1)?.id).toBe(`${3 * maxJournalSnapshots - 1}`);
});

test("entries are found by their whole scope, and by session", () => {
	const table: StateTable = new Map();
	const entry = needEntry(table, { ...scope, contextId: "c" });
	expect(needEntry(table, { ...scope, contextId: "c" })).toBe(entry);
	expect(findEntry(table, scope)).toBeUndefined();
	needEntry(table, { ...scope, sessionId: "other" });
	expect(sessionEntries(table, scope)).toEqual([entry]);
	expect(removeEntry(table, { ...scope, contextId: "c" })).toBe(false);
	expect(sessionEntries(table, scope)).toEqual([]);
});
