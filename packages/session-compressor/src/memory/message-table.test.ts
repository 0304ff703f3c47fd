import { expect, test } from "vitest";
import { createMessageTable, eligibleRows, isEligible, type MessageRow, putRow, rowsOf, sessionKey, takeRow } from "./message-table.ts";

const scope = { flowId: "flow", userId: "user", sessionId: "session", contextId: "" };
const row = (id: string, changes: Partial<MessageRow> = {}): MessageRow => ({
	...scope,
	id,
	revision: 0,
	timestampMs: 1,
	role: "user",
	text: id,
	files: [],
	error: false,
	...changes,
});

test("a row is eligible with text or files and without an error", () => {
	expect(isEligible(row("a"))).toBe(true);
	for (const text of ["", " \n\t", "\u00a0\u3000"]) {
		expect(isEligible(row("a", { text }))).toBe(false);
		expect(isEligible(row("a", { text, files: ["a.pdf"] }))).toBe(true);
	}
	expect(isEligible(row("a", { error: true, files: ["a.pdf"] }))).toBe(false);
});

test("rows lie in order, a row that moves is in one place only", () => {
	const table = createMessageTable();
	for (const id of ["b", "c", "a"]) putRow(table, row(id));
	expect(rowsOf(table, scope).map(({ id }) => id)).toEqual(["a", "b", "c"]);
	putRow(table, row("a", { timestampMs: 2 }));
	putRow(table, row("b", { sessionId: "other" }));
	expect(rowsOf(table, scope).map(({ id }) => id)).toEqual(["c", "a"]);
	expect(rowsOf(table, { ...scope, sessionId: "other" }).map(({ id }) => id)).toEqual(["b"]);
	expect(takeRow(table, "c")?.id).toBe("c");
	expect(takeRow(table, "c")).toBeUndefined();
});

test("a scope reads its own context, and all of them without one", () => {
	const table = createMessageTable();
	for (const contextId of ["", "left", "right"]) putRow(table, row(`in ${contextId}`, { contextId }));
	putRow(table, row("failed", { error: true }));
	const read = (contextId: string) => eligibleRows(table, { ...scope, contextId }).map(({ id }) => id);
	expect(read("")).toEqual(["in ", "in left", "in right"]);
	expect(read("left")).toEqual(["in left"]);
	expect(read("lef")).toEqual([]);
});

test("sessions whose names only look alike have different keys", () => {
	const names = [
		["a", "b:c"],
		["a:b", "c"],
		["a", 'b","c'],
		['a","b', "c"],
	].map(([userId = "", sessionId = ""]) => sessionKey({ flowId: "f", userId, sessionId }));
	expect(new Set(names).size).toBe(4);
});
