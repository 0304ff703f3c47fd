import { expect, test } from "vitest";
import { crashProblems, type ToldBeforeKill } from "./crash-check.ts";
import type { Recount } from "./recount.ts";

const cursor = { timestampMs: 2, id: "b" };
const snapshot = { summary: "- s", pinned: { key: "v" }, cursor, absorbedCount: 2, summaryModel: "m" };
const state = {
	summary: "- s",
	pinned: '{"key":"v"}',
	covered_until_message_id: "b",
	covered_until_timestamp: 2,
	absorbed_count: 2,
	incarnation: "i",
	version: 1,
};
const messages = ["a", "b", "c"].map((id) => ({ id, text: `text ${id}` }));
const good: Recount = { integrity: "ok", messages, state, rowsThroughCursor: 2, snapshots: [JSON.stringify(snapshot)] };
const told: ToldBeforeKill = { acknowledged: new Map([["c", "text c"]]), foldCalls: 1 };
const empty: Recount = { ...good, state: undefined, rowsThroughCursor: 0, snapshots: [] };

test("a state before or after the fold is right", () => {
	expect(crashProblems(empty, good, told)).toEqual([]);
	expect(crashProblems(undefined, empty, told)).toEqual([]);
	expect(crashProblems(good, good, told)).toEqual([]);
	expect(crashProblems(good, good, { ...told, foldCalls: 0 })).toEqual([]);
});

test.each<[string, Recount, RegExp]>([
	["a lost row", { ...good, messages: messages.slice(0, 2) }, /Row c was acknowledged.*stored is undefined/],
	["a torn row", { ...good, messages: [...messages.slice(0, 2), { id: "c", text: "tex" }] }, /stored is "tex"/],
	["a row stored twice", { ...good, messages: [...messages, { id: "d", text: "text a" }] }, /Stored twice: "text a"/],
	["a wrong count", { ...good, rowsThroughCursor: 3 }, /counts 2 absorbed messages, 3 eligible/],
	["a state without its journal entry", { ...good, snapshots: [] }, /journal has no saved fold/],
	["a journal entry without its state", { ...empty, snapshots: good.snapshots }, /there is no state/],
	["half a fold", { ...good, state: { ...state, summary: "- old" } }, /not that of the newest saved fold/],
	["a damaged file", { ...good, integrity: "malformed" }, /damaged/],
	["more saved than asked for", { ...good, state: { ...state, version: 2 } }, /1 folds were asked for, 2 are saved/],
])("%s is found", (_case, now, problem) => {
	expect(crashProblems(empty, now, told).join("\n")).toMatch(problem);
});

test("a lost fold, a fold that went back and a state that changed by itself are found", () => {
	expect(crashProblems(empty, good, { ...told, foldCalls: 3 }).join()).toMatch(/3 folds were asked for, 1 are saved/);
	expect(crashProblems(good, empty, told).join()).toMatch(/Incarnation i is gone/);
	const other = { ...good, state: { ...state, summary: "- t" }, snapshots: [JSON.stringify({ ...snapshot, summary: "- t" })] };
	expect(crashProblems(good, other, told).join()).toMatch(/yet the state changed/);
});
