import { estimateTokens } from "@foldback/session-compressor";
import { expect, it } from "vitest";
import type { Message } from "../api/messages.ts";
import { costSeries, costTotals } from "./cost-series.ts";
import type { RunView } from "./inspector-api.ts";

const message = (id: string): Message => ({
	id,
	flow_id: "f",
	session_id: "s",
	context_id: "",
	timestamp: "2026-11-30 12:00:00.000000 UTC",
	sender: "User",
	sender_name: "User",
	text: "one two three four",
	files: [],
	error: false,
	edit: false,
	category: "message",
	properties: {},
	content_blocks: [],
	duration: null,
	revision: 0,
});
const each = estimateTokens("one two three four") + 4;
const session = (length: number) => Array.from({ length }, (_, index) => message(`m${index}`));
const ids = (from: number, through: number) => Array.from({ length: through - from + 1 }, (_, index) => `m${from + index}`);
const view = (input: number, from: number, summary: RunView["summary"], instructions = 50): RunView => ({
	run_id: `r${input}`,
	input_id: `m${input}`,
	answer_id: `m${input + 1}`,
	input_tokens: instructions + (input - from + 1) * each + (summary ? summary.chars / 4 + 4 : 0),
	summary,
	message_ids: ids(from, input),
});
const summary = (version: number) => ({ incarnation: "i", version, chars: 400 });

it("is the same on both sides while all is sent", () => {
	const turns = costSeries(session(6), [view(0, 0, null), view(2, 0, null), view(4, 0, null)]);
	expect(turns.map(({ sent, raw }) => sent.tokens - raw.tokens)).toEqual([0, 0, 0]);
	expect(turns.map(({ sent }) => sent.tokens)).toEqual([50 + each, 50 + 3 * each, 50 + 5 * each]);
	expect(turns.map(({ sent }) => sent.repeated)).toEqual([0, 50 + each, 50 + 3 * each]);
});

it("repeats the whole call before it between folds, and only the instructions after one", () => {
	const turns = costSeries(session(40), [view(30, 20, summary(1)), view(32, 20, summary(1)), view(34, 25, summary(2))]);
	expect(turns[1]?.sent.repeated).toBe(turns[0]?.sent.tokens);
	expect(turns[2]?.sent.repeated).toBe(50);
	expect(turns[2]?.position).toBe(35);
});

it("shows that a sliding window of 100 repeats nothing but the instructions", () => {
	const turns = costSeries(session(200), [view(150, 140, summary(1)), view(152, 140, summary(1))]);
	expect(turns[1]?.raw).toEqual({ tokens: 50 + 101 * each, repeated: 50 });
});

it("leaves out turns whose input is gone", () => {
	expect(costSeries(session(2), [view(8, 0, null), view(0, 0, null)]).map(({ runId }) => runId)).toEqual(["r0"]);
});

it("adds up, with and without a prompt cache", () => {
	const totals = costTotals([{ runId: "a", answerId: null, position: 1, sent: { tokens: 100, repeated: 50 }, raw: { tokens: 400, repeated: 0 } }]);
	expect(totals.saved).toBeCloseTo(0.75);
	expect(totals.savedWithCache).toBeCloseTo(1 - 55 / 400);
	expect(costTotals([])).toMatchObject({ saved: 0, savedWithCache: 0 });
});
