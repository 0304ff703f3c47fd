import { describe, expect, test } from "vitest";
import { createMessageLog, type LogWrite } from "./message-log.ts";

const scope = { flowId: "flow", userId: "user", sessionId: "session", contextId: "" };

function setUp() {
	const clock = { nowMs: 1_000 };
	let ids = 0;
	const log = createMessageLog({ now: () => clock.nowMs, newId: () => `row-${ids++}` });
	const writes: LogWrite[] = [];
	log.onWrite((write) => writes.push(write));
	return { clock, log, writes };
}

describe("append", () => {
	test("gives ids, roles and strictly increasing times within a session", () => {
		const { clock, log } = setUp();
		expect(log.append({ ...scope, text: "one" })).toEqual({
			...scope,
			id: "row-0",
			revision: 0,
			timestampMs: 1_000,
			role: "user",
			text: "one",
			files: [],
			error: false,
		});
		expect(log.append({ ...scope, text: "two" }).timestampMs).toBe(1_001);
		clock.nowMs = 500;
		expect(log.append({ ...scope, contextId: "other", text: "three" }).timestampMs).toBe(1_002);
		expect(log.append({ ...scope, sessionId: "other", text: "four" }).timestampMs).toBe(500);
	});

	test("keeps the time of imported rows and puts them in their place", () => {
		const { log } = setUp();
		for (const timestampMs of [30, 10, 20, 20]) log.append({ ...scope, text: "", timestampMs });
		expect(log.rows(scope).map((row) => [row.timestampMs, row.id])).toEqual([
			[10, "row-1"],
			[20, "row-2"],
			[20, "row-3"],
			[30, "row-0"],
		]);
	});

	test("refuses an id that is taken", () => {
		const { log } = setUp();
		log.append({ ...scope, id: "mine", text: "one" });
		expect(() => log.append({ ...scope, sessionId: "other", id: "mine", text: "two" })).toThrow('"mine" is already stored');
	});
});

describe("update", () => {
	test("raises the revision by one, and only for a change", () => {
		const { log, writes } = setUp();
		const { id } = log.append({ ...scope, text: "one" });
		expect(log.update(id, { text: "two", files: ["a.pdf"] })).toMatchObject({ text: "two", files: ["a.pdf"], revision: 1 });
		expect(log.update(id, { text: "two", files: ["a.pdf"] })?.revision).toBe(1);
		expect(log.update(id, { files: ["b.pdf"] })?.revision).toBe(2);
		expect(log.update("no such row", { text: "x" })).toBeUndefined();
		expect(writes).toHaveLength(3);
		expect(writes.at(-1)).toMatchObject({ type: "row", before: { files: ["a.pdf"] }, after: { files: ["b.pdf"] } });
	});
});

describe("delete and rename", () => {
	test("deletes rows and ignores ids that are not there", () => {
		const { log, writes } = setUp();
		const { id } = log.append({ ...scope, text: "one" });
		expect(log.delete([id, "no such row", id])).toBe(1);
		expect(log.hasRows(scope)).toBe(false);
		expect(writes).toHaveLength(2);
	});

	test("renames a session, and tells whether the name was in use", () => {
		const { log, writes } = setUp();
		log.append({ ...scope, text: "one" });
		expect(log.renameSession(scope, "new")).toBe(1);
		expect(writes.at(-1)).toMatchObject({ type: "session-renamed", to: { sessionId: "new" }, merged: false });
		log.append({ ...scope, text: "two" });
		expect(log.renameSession(scope, "new")).toBe(1);
		expect(writes.at(-1)).toMatchObject({ merged: true });
		expect(log.rows({ ...scope, sessionId: "new" }).map((row) => row.text)).toEqual(["one", "two"]);
		expect(log.renameSession(scope, "new")).toBe(0);
		expect(log.renameSession({ ...scope, sessionId: "new" }, "new")).toBe(2);
		expect(writes).toHaveLength(4);
	});

	test("deletes a session with all its contexts, and no other", () => {
		const { log } = setUp();
		for (const other of [scope, { ...scope, contextId: "c" }, { ...scope, sessionId: "other" }]) log.append({ ...other, text: "one" });
		expect(log.deleteSession(scope)).toBe(2);
		expect(log.hasRows({ ...scope, contextId: "c" })).toBe(false);
		expect(log.hasRows({ ...scope, sessionId: "other" })).toBe(true);
	});
});

test("hasRows counts rows that no model sees, in the contexts that the scope reads", () => {
	const { log } = setUp();
	log.append({ ...scope, contextId: "c", text: "", error: true });
	expect([scope, { ...scope, contextId: "c" }, { ...scope, contextId: "d" }].map(log.hasRows)).toEqual([true, true, false]);
});

test("rows are copies", () => {
	const { log } = setUp();
	const files = ["a.pdf"];
	const row = log.append({ ...scope, text: "one", files });
	files.push("b.pdf");
	Object.assign(row, { text: "changed" });
	Object.assign(log.rows(scope)[0] ?? {}, { text: "changed" });
	expect(log.rows(scope)).toMatchObject([{ text: "one", files: ["a.pdf"] }]);
});
