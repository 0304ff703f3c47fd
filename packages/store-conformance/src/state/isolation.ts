import assert from "node:assert/strict";
import type { SessionScope } from "@foldback/session-compressor";
import { assertNothing } from "../assertions.ts";
import { foldRows, journalOf, someFailure, someRows, someScope } from "../fixtures.ts";
import type { OpenedStates } from "../harness.ts";
import type { Case } from "../suite.ts";

const separators = ["#", ":", "/", "\\", "|", "-", ".", ",", " ", "'", '"', '","', "%", "_", "\n", "💾"];

/** Pairs of scopes that become one when their parts are joined, trimmed, folded in case, or read as patterns. */
const neighbours: readonly (readonly [SessionScope, SessionScope])[] = [
	...separators.map((separator): [SessionScope, SessionScope] => [
		{ ...someScope, sessionId: `a${separator}b`, contextId: "c" },
		{ ...someScope, sessionId: "a", contextId: `b${separator}c` },
	]),
	...separators.slice(0, 5).map((separator): [SessionScope, SessionScope] => [
		{ ...someScope, flowId: `f${separator}g`, sessionId: "s" },
		{ ...someScope, flowId: "f", sessionId: `g${separator}s` },
	]),
	...[
		["Case", "case"],
		["space", "space "],
		["é", "e\u0301"],
		["%", "x"],
		["_", "y"],
		["1", "01"],
		["null", "undefined"],
		["__proto__", "constructor"],
		['["p","q"]', '["p", "q"]'],
		["💾", "💿"],
	].map(([left = "", right = ""]): [SessionScope, SessionScope] => [
		{ ...someScope, sessionId: left },
		{ ...someScope, sessionId: right },
	]),
	[
		{ ...someScope, contextId: "context" },
		{ ...someScope, contextId: "context " },
	],
	[
		{ ...someScope, contextId: "Context" },
		{ ...someScope, sessionId: "Context" },
	],
];

const twoUsers: readonly (readonly [SessionScope, SessionScope])[] = [
	[someScope, { ...someScope, userId: "user-2" }],
	[
		{ ...someScope, userId: "a:b", sessionId: "c" },
		{ ...someScope, userId: "a", sessionId: "b:c" },
	],
];

export const isolationCases: readonly Case<OpenedStates>[] = [
	{
		name: "scopes whose parts only look alike have nothing in common",
		run: async (opened) => {
			for (const pair of neighbours) await assertApart(opened, pair);
		},
	},
	{
		name: "two users of one flow with one session name have nothing in common",
		needs: ["sharedFlows"],
		run: async (opened) => {
			for (const pair of twoUsers) await assertApart(opened, pair);
		},
	},
];

async function assertApart(opened: OpenedStates, [left, right]: readonly [SessionScope, SessionScope]): Promise<void> {
	const { store } = opened;
	const names = `${JSON.stringify(left)} and ${JSON.stringify(right)}`;
	const rows = await someRows(opened, left, 1);
	await foldRows(store, left, rows, { summary: "- left" });
	await assertNothing(store, right, `${names} share a memory`);
	await foldRows(store, right, await someRows(opened, right, 1), { summary: "- right" });
	await store.journal?.append(right, someFailure({ timestampMs: 1, id: "row" }));
	assert.deepEqual([(await store.load(left))?.summary, (await store.load(right))?.summary], ["- left", "- right"], `${names} share a state`);
	if (store.journal) assert.equal((await journalOf(store, left)).length, 1, `${names} share a journal`);
	assert.equal(await store.delete(right), true);
	assert.equal((await store.load(left))?.summary, "- left", `delete took both ${names}`);
	if (store.journal) assert.equal((await journalOf(store, left)).length, 1, `delete took the journal of both ${names}`);
	await store.delete(left);
}
