import { expect, it } from "vitest";
import type { SentMessage, SentSummary, SentTurnMessage } from "./inspector-api.ts";
import { notKept, sentCalls } from "./sent-view.ts";

const sent = (id: string, text: string | null = `text of ${id}`): SentMessage => ({
	id,
	revision: 0,
	status: text === null ? "changed" : "same",
	sender: "User",
	timestamp: null,
	text,
	files: [],
});
const instructions = { text: "Be brief.", chars: 9 };
const call = {
	node_id: "Agent-1",
	model: "m",
	round: 0,
	view: 0,
	message_count: 4,
	instructions,
	turn: [],
	input_tokens: 400,
	output_tokens: 9,
	duration_ms: 5,
};
const summary: SentSummary = {
	incarnation: "i",
	version: 1,
	chars: 10,
	context_id: "",
	status: "current",
	summary: "- They met.",
	pinned: { cluster: "EU", other: "x" },
	overrides: { cluster: "US" },
};
const keys = [{ name: "cluster", description: "" }];

it("tells summary message, verbatim part and input apart, in order", () => {
	const [first] = sentCalls({ calls: [call], views: [{ message_count: 2, messages: [sent("a"), sent("b")], summary }], input_id: "b" }, keys);
	expect(first?.parts.map(({ kind }) => kind)).toEqual(["instructions", "summary", "verbatim", "input"]);
	expect(first?.parts[0]?.text).toBe("Be brief.");
	expect(first?.parts[1]?.text).toContain("- cluster: US");
	expect(first?.parts[1]?.text).toContain("- They met.");
	expect(first?.parts[1]?.text).not.toContain("other");
	expect(first).toMatchObject({ otherMessages: 0, gone: 0 });
	const counts = Object.values(first?.tokens ?? {});
	expect(counts).toHaveLength(5);
	expect(counts.reduce((sum, count) => sum + count, first?.otherTokens ?? 0)).toBe(400);
});

it("shows no text of what has been edited or forgotten since", () => {
	const forgotten: SentSummary = { ...summary, status: "forgotten", summary: null, pinned: null, overrides: null };
	const [first] = sentCalls({ calls: [call], views: [{ message_count: 2, messages: [sent("a", null), sent("b")], summary: forgotten }], input_id: "b" }, keys);
	expect(first?.parts.map(({ text }) => text)).toEqual(["Be brief.", undefined, undefined, "text of b"]);
	expect(first).toMatchObject({ gone: 2, otherTokens: undefined });
});

it("has one entry for each call, and no guess where a model counts no tokens", () => {
	const calls = [
		{ ...call, input_tokens: null },
		{ ...call, round: 1, message_count: 5 },
	];
	const all = sentCalls({ calls, views: [{ message_count: 2, messages: [sent("a"), sent("b")], summary }], input_id: "b" }, keys);
	expect(all.map(({ otherTokens, otherMessages }) => [otherTokens === undefined, otherMessages])).toEqual([
		[true, 0],
		[false, 1],
	]);
});

it("shows each call's own tool messages after the input, and says when they went with the answer", () => {
	const asked: SentTurnMessage = { kind: "calls", status: "same", name: null, text: "Let me see.", calls: [{ name: "find", input: { q: 1 } }] };
	const given: SentTurnMessage = { kind: "output", status: "same", name: "find", text: "found", calls: [] };
	const view = { message_count: 1, messages: [sent("b")], summary: null };
	const calls = [call, { ...call, turn: [asked, given] }, { ...call, turn: [{ ...given, status: "deleted" as const, text: null }] }];
	const [first, second, third] = sentCalls({ calls, views: [view], input_id: "b" }, keys);
	expect(first?.parts.map(({ kind }) => kind)).toEqual(["instructions", "input"]);
	expect(second?.parts.slice(2)).toMatchObject([
		{ kind: "turn", text: 'Let me see.\nfind({"q":1})' },
		{ kind: "turn", name: "Output of find", text: "found" },
	]);
	expect(third?.parts.at(-1)).toMatchObject({ text: undefined, missing: expect.stringContaining("deleted") });
	expect(third?.gone).toBe(1);
});

it("says that instructions which held text of the chat are not kept, and does not count them as changed", () => {
	const view = { message_count: 1, messages: [sent("b")], summary: null };
	const [first] = sentCalls({ calls: [{ ...call, instructions: { text: null, chars: 80 } }], views: [view], input_id: "b" }, keys);
	expect(first?.parts[0]).toMatchObject({ text: undefined, missing: notKept });
	expect(first?.gone).toBe(0);
});
