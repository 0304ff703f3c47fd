import { describe, expect, it } from "vitest";
import { checkedTimestamp, newMessageRow, nextTimestamp, patchedMessageRow, toMessageRecord } from "./message-row.ts";

const message = { flowId: "f", userId: "u", sessionId: "s", sender: "User", text: "hello" } as const;
const row = newMessageRow(message, { id: "1", sessionId: "s", timestampMs: 5 });

describe("nextTimestamp", () => {
	it("is now, or just after the newest row when the clock lags or stands still", () => {
		expect(nextTimestamp(10, undefined)).toBe(10);
		expect(nextTimestamp(10, 3)).toBe(10);
		expect(nextTimestamp(10, 10)).toBe(11);
		expect(nextTimestamp(10, 99)).toBe(100);
	});
});

describe("checkedTimestamp", () => {
	it.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 8.64e15 + 1])("refuses %d and says what it should be", (timestampMs) => {
		expect(() => checkedTimestamp(timestampMs)).toThrow(`The message time ${timestampMs} is not a whole number of epoch milliseconds`);
	});
});

describe("patchedMessageRow", () => {
	it("is undefined when nothing changes", () => {
		expect(patchedMessageRow(row, {})).toBeUndefined();
		expect(patchedMessageRow(row, { text: "hello", files: [], error: false, properties: {}, contentBlocks: [], contextId: "" })).toBeUndefined();
	});

	it("raises the revision, marks the edit and computes eligibility anew", () => {
		expect(patchedMessageRow(row, { text: " " })).toMatchObject({ text: " ", revision: 1, edit: true, eligible: false });
		expect(patchedMessageRow(row, { error: true })).toMatchObject({ error: true, eligible: false });
		expect(patchedMessageRow(row, { text: "", files: ["a"] })).toMatchObject({ files: '["a"]', eligible: true });
	});
});

describe("toMessageRecord", () => {
	it("gives back what was put in", () => {
		const full = { ...message, senderName: "Ann", files: ["a b.png"], properties: { icon: "x", deep: { n: [1, null] } }, contentBlocks: [{ type: "tool" }] };
		const record = toMessageRecord(newMessageRow({ ...full, contextId: "c", durationMs: 7 }, { id: "1", sessionId: "s", timestampMs: 5 }));
		expect(record).toStrictEqual({
			...full,
			id: "1",
			contextId: "c",
			timestampMs: 5,
			revision: 0,
			error: false,
			edit: false,
			category: "message",
			durationMs: 7,
		});
	});

	it("names the message and the column of bad JSON", () => {
		expect(() => toMessageRecord({ ...row, properties: "{" })).toThrow("message.properties of message 1 does not hold valid JSON");
		expect(() => toMessageRecord({ ...row, files: "[1]" })).toThrow("message.files of message 1 does not hold a JSON array of strings");
	});
});
