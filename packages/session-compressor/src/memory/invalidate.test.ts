import { expect, test } from "vitest";
import type { FoldRecord } from "../fold-journal.ts";
import { emptyDraft, type FoldedMemory } from "../state.ts";
import { type InvalidationHost, invalidate } from "./invalidate.ts";
import { createMessageLog } from "./message-log.ts";
import { needEntry, type StateTable } from "./state-table.ts";

const scope = { flowId: "flow", userId: "user", sessionId: "session", contextId: "" };
const memoryAt = (timestampMs: number): FoldedMemory => ({
	...emptyDraft,
	summary: `up to ${timestampMs}`,
	cursor: { timestampMs, id: "m" },
	absorbedCount: timestampMs,
});

/** Snapshots at 10, 20 and 30, the last of which is the state; rows at every tenth. */
function setUp() {
	const log = createMessageLog({ now: () => 99 });
	const table: StateTable = new Map();
	const entry = needEntry(table, scope);
	const rows = [5, 10, 20, 30, 40].map((timestampMs) => log.append({ ...scope, id: `row-${timestampMs}`, text: "text", timestampMs }));
	entry.records = [10, 20, 30].map((timestampMs): FoldRecord => {
		const snapshot = memoryAt(timestampMs);
		return {
			id: `${timestampMs}`,
			atMs: 1,
			outcome: "saved",
			after: undefined,
			through: { timestampMs, id: "m" },
			messageCount: 1,
			promptChars: 1,
			model: "m",
			durationMs: 1,
			snapshot,
		};
	});
	entry.state = { ...emptyDraft, ...memoryAt(30), overrides: { cluster: "EU" }, incarnation: "first", version: 3, createdAtMs: 1, updatedAtMs: 2 };
	const host: InvalidationHost = { log, now: () => 99, newId: () => "next" };
	const write = (timestampMs: number, id: string) => {
		const [row] = rows;
		if (row) invalidate(table, { type: "row", after: { ...row, timestampMs, id } }, host);
	};
	return { entry, table, write, host, rows };
}

test.each([
	{ at: [30, "n"], summary: "up to 30" },
	{ at: [30, "m"], summary: "up to 20" },
	{ at: [20, "n"], summary: "up to 20" },
	{ at: [20, "m"], summary: "up to 10" },
	{ at: [10, "a"], summary: "" },
] as const)("a write at $at leaves the memory $summary", ({ at: [timestampMs, id], summary }) => {
	const { entry, write } = setUp();
	write(timestampMs, id);
	expect(entry.state?.summary).toBe(summary);
	expect(entry.state?.overrides).toEqual({ cluster: "EU" });
	expect(entry.records.map((record) => record.snapshot?.summary).at(-1) ?? "").toBe(summary);
	const untouched = summary === "up to 30";
	expect([entry.state?.incarnation, entry.state?.version, entry.state?.updatedAtMs]).toEqual(untouched ? ["first", 3, 2] : ["next", 1, 99]);
	expect(entry.state?.createdAtMs).toBe(1);
});

test("without overrides nothing is left when no snapshot is", () => {
	const { entry, write } = setUp();
	if (entry.state) entry.state = { ...entry.state, overrides: {} };
	write(1, "first");
	expect(entry.state).toBeUndefined();
});

test("a row that no model sees takes nothing away", () => {
	const { entry, table, host, rows } = setUp();
	const [row] = rows;
	if (row) invalidate(table, { type: "row", before: { ...row, error: true }, after: { ...row, text: " " } }, host);
	expect(entry.state?.incarnation).toBe("first");
});
