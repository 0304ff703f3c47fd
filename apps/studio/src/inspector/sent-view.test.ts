import { expect, it } from "vitest";
import type { SentMessage, SentSummary } from "./inspector-api.ts";
import { sentCalls } from "./sent-view.ts";

const sent = (id: string, text: string | null = `text of ${id}`): SentMessage => ({
	id,
	revision: 0,
	status: text === null ? "changed" : "same",
	sender: "User",
	timestamp: null,
	text,
	files: [],
});
const call = { node_id: "Agent-1", model: "m", round: 0, view: 0, message_count: 4, input_tokens: 400, output_tokens: 9, duration_ms: 5 };
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
	expect(first?.parts.map(({ kind }) => kind)).toEqual(["summary", "verbatim", "input"]);
	expect(first?.parts[0]?.text).toContain("- cluster: US");
	expect(first?.parts[0]?.text).toContain("- They met.");
	expect(first?.parts[0]?.text).not.toContain("other");
	expect(first).toMatchObject({ otherMessages: 1, gone: 0 });
	const { tokens, otherTokens = 0 } = first ?? { tokens: { summary: 0, verbatim: 0, input: 0 } };
	expect(tokens.summary + tokens.verbatim + tokens.input + otherTokens).toBe(400);
});

it("shows no text of what has been edited or forgotten since", () => {
	const forgotten: SentSummary = { ...summary, status: "forgotten", summary: null, pinned: null, overrides: null };
	const [first] = sentCalls({ calls: [call], views: [{ message_count: 2, messages: [sent("a", null), sent("b")], summary: forgotten }], input_id: "b" }, keys);
	expect(first?.parts.map(({ text }) => text)).toEqual([undefined, undefined, "text of b"]);
	expect(first).toMatchObject({ gone: 2, otherTokens: undefined });
});

it("has one entry for each call, and no guess where a model counts no tokens", () => {
	const calls = [
		{ ...call, input_tokens: null },
		{ ...call, round: 1, message_count: 6 },
	];
	const all = sentCalls({ calls, views: [{ message_count: 2, messages: [sent("a"), sent("b")], summary }], input_id: "b" }, keys);
	expect(all.map(({ otherTokens, otherMessages }) => [otherTokens === undefined, otherMessages])).toEqual([
		[true, 1],
		[false, 3],
	]);
});
