import assert from "node:assert/strict";
import type { SessionScope } from "@foldback/session-compressor";
import { someScope as all, rowTime, writeRows } from "../fixtures.ts";
import type { OpenedSource } from "../harness.ts";
import type { Case } from "../suite.ts";

const left = { ...all, contextId: "left" };
const right = { ...all, contextId: "right" };
const strangers: readonly SessionScope[] = [
	{ ...all, sessionId: "SESSION-1" },
	{ ...all, sessionId: "session-1 " },
	{ ...all, sessionId: "session_1" },
	{ ...all, sessionId: "session%" },
	{ ...all, sessionId: "" },
	{ ...all, sessionId: "flow-1" },
	{ ...all, flowId: "flow-2" },
];
const needs = ["scopes"] as const;

export const scopeCases: readonly Case<OpenedSource>[] = [
	{
		name: "no message of one session is read through another",
		needs,
		run: async ({ source, rows }) => {
			for (const scope of [all, ...strangers]) await writeRows(rows, scope, 2, { text: JSON.stringify(scope) });
			for (const scope of [all, ...strangers]) await assertOwn(source, scope);
		},
	},
	{
		name: "no message of one user is read by another, under one flow and session name",
		needs: ["scopes", "sharedFlows"],
		run: async ({ source, rows }) => {
			const other = { ...all, userId: "user-2" };
			for (const scope of [all, other]) await writeRows(rows, scope, 2, { text: JSON.stringify(scope) });
			for (const scope of [all, other]) await assertOwn(source, scope);
		},
	},
	{
		name: "a scope without context reads all contexts, one with a context only its own",
		needs,
		run: async ({ source, rows }) => {
			const ids: string[] = [];
			for (const [index, scope] of [all, left, right, all, left, right].entries()) {
				ids.push((await rows.append(scope, { text: `Message ${index}`, timestampMs: rowTime(index) })).id);
			}
			const read = async (scope: SessionScope) => (await source.newest(scope, 100)).map((message) => ids.indexOf(message.id));
			assert.deepEqual(await read(all), [0, 1, 2, 3, 4, 5]);
			assert.deepEqual(await read(left), [1, 4]);
			assert.deepEqual(await read(right), [2, 5]);
			assert.deepEqual(await read({ ...all, contextId: "lef" }), []);
			assert.equal(await source.count(left, { after: undefined }), 2);
			assert.deepEqual(
				(await source.after(left, { timestampMs: rowTime(2), id: ids[2] ?? "" }, 10)).map((message) => ids.indexOf(message.id)),
				[4],
			);
			await rows.update(left, ids[1] ?? "", { contextId: "right" });
			assert.deepEqual([await read(left), await read(right)], [[4], [1, 2, 5]]);
		},
	},
	{
		name: "a renamed session is read under its new name, merged in order when that name was in use",
		needs,
		run: async ({ source, rows }) => {
			await writeRows(rows, all, 2);
			await writeRows(rows, { ...left, sessionId: "other" }, 2, { from: 0.5 });
			await rows.renameSession({ ...all, sessionId: "other" }, all.sessionId);
			const texts = (await source.newest(all, 10)).map((message) => message.text);
			assert.deepEqual(texts, ["Message 0", "Message 0.5", "Message 1", "Message 1.5"]);
			assert.deepEqual(await source.newest({ ...all, sessionId: "other" }, 10), []);
			assert.equal(await source.count(left, { after: undefined }), 2, "Contexts must stay.");
		},
	},
	{
		name: "a deleted session has no messages",
		needs,
		run: async ({ source, rows }) => {
			await writeRows(rows, all, 2);
			await writeRows(rows, left, 2, { from: 2 });
			await rows.deleteSession(all);
			for (const scope of [all, left]) assert.equal(await source.count(scope, { after: undefined }), 0);
		},
	},
];

async function assertOwn(source: OpenedSource["source"], scope: SessionScope): Promise<void> {
	const own = JSON.stringify(scope);
	assert.deepEqual(
		(await source.newest(scope, 100)).map((message) => message.text),
		[own, own],
	);
	assert.deepEqual(
		(await source.after(scope, undefined, 100)).map((message) => message.text),
		[own, own],
	);
	assert.equal(await source.count(scope, { after: undefined }), 2);
}
