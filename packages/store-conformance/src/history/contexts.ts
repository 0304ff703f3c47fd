import assert from "node:assert/strict";
import { assertTruthful } from "../assertions.ts";
import { foldRows, rowTime, someScope } from "../fixtures.ts";
import type { OpenedMemory, WrittenRow } from "../harness.ts";
import type { Case } from "../suite.ts";

const all = { ...someScope, contextId: "" };
const left = { ...someScope, contextId: "left" };
const right = { ...someScope, contextId: "right" };

interface Chat {
	readonly inAll: WrittenRow;
	readonly inLeft: WrittenRow;
	readonly inRight: WrittenRow;
}

/** What each write takes away; the other scopes keep what they have. */
const writes: readonly { readonly name: string; readonly loses: readonly (typeof all)[]; make(opened: OpenedMemory, chat: Chat): Promise<unknown> }[] = [
	{ name: "an edit of a row without context", loses: [all], make: ({ rows }, { inAll }) => rows.update(all, inAll.id, { text: "Other" }) },
	{ name: "an edit of a row of a context", loses: [all, left], make: ({ rows }, { inLeft }) => rows.update(left, inLeft.id, { text: "Other" }) },
	{ name: "an error set in a context", loses: [all, right], make: ({ rows }, { inRight }) => rows.update(right, inRight.id, { error: true }) },
	{ name: "a late row in a context", loses: [all, left], make: ({ rows }) => rows.append(left, { text: "Late", timestampMs: rowTime(-1) }) },
	{ name: "a late row without context", loses: [all], make: ({ rows }) => rows.append(all, { text: "Late", timestampMs: rowTime(-1) }) },
	{
		name: "a late row in a new context",
		loses: [all],
		make: ({ rows }) => rows.append({ ...all, contextId: "new" }, { text: "Late", timestampMs: rowTime(-1) }),
	},
	{ name: "a move between contexts", loses: [all, left, right], make: ({ rows }, { inLeft }) => rows.update(left, inLeft.id, { contextId: "right" }) },
	{ name: "a move out of all contexts", loses: [all, right], make: ({ rows }, { inRight }) => rows.update(right, inRight.id, { contextId: "" }) },
	{ name: "a new row", loses: [], make: ({ rows }) => rows.append(left, { text: "New" }) },
];

const needs = ["checksHistory", "scopes"] as const;

export const contextCases: readonly Case<OpenedMemory>[] = [
	{
		name: "a scope without context absorbs the rows of all contexts, one with a context only its own",
		needs,
		run: async (opened) => {
			await foldedChat(opened);
			const counts = await Promise.all([all, left, right].map(async (scope) => (await opened.store.load(scope))?.absorbedCount));
			assert.deepEqual(counts, [6, 2, 2]);
		},
	},
	...writes.map(
		({ name, loses, make }): Case<OpenedMemory> => ({
			name: `${name} takes away the memory of the scopes that read it, and of no other`,
			needs,
			run: async (opened, second) => {
				const chat = await foldedChat(opened);
				await make(second, chat);
				for (const scope of [all, left, right]) {
					const state = await opened.store.load(scope);
					assert.equal(state === undefined, loses.includes(scope), `The memory of the context "${scope.contextId}"`);
					await assertTruthful(opened.store, opened.source, scope, `The context "${scope.contextId}" after ${name}`);
				}
			},
		}),
	),
];

/** Two rows without context, two of `left` and two of `right`, all absorbed by each scope that reads them. */
async function foldedChat({ store, source, rows }: OpenedMemory): Promise<Chat> {
	const written: WrittenRow[] = [];
	for (const [index, scope] of [all, left, right, all, left, right].entries()) {
		written.push(await rows.append(scope, { text: `Message ${index}`, timestampMs: rowTime(index) }));
	}
	const [inAll, inLeft, inRight] = written;
	assert.ok(inAll && inLeft && inRight);
	for (const scope of [all, left, right]) {
		const read = await source.after(scope, undefined, 100);
		await foldRows(
			store,
			scope,
			read.map(({ id, revision, timestampMs = 0 }) => ({ id, revision, timestampMs })),
		);
	}
	return { inAll, inLeft, inRight };
}
