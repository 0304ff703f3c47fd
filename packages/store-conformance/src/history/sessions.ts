import assert from "node:assert/strict";
import type { SessionScope } from "@foldback/session-compressor";
import { assertMemory, assertNothing, assertRefused, assertTruthful, assertUntouched } from "../assertions.ts";
import { at, draftOf, foldRows, journalOf, memoryOf, prepareFold, rowTime, someFailure, someScope, writeRows } from "../fixtures.ts";
import type { OpenedMemory } from "../harness.ts";
import type { Case } from "../suite.ts";

const scope = someScope;
const side: SessionScope = { ...scope, contextId: "side" };
const renamed = { ...scope, sessionId: "renamed" };
const needs = ["checksHistory", "scopes"] as const;

export const sessionCases: readonly Case<OpenedMemory>[] = [
	{
		name: "a deleted session takes state, overrides and journal of all its contexts along, and its name starts empty",
		needs,
		run: async (opened) => {
			await remember(opened, scope);
			await remember(opened, side);
			await opened.rows.deleteSession(scope);
			for (const gone of [scope, side]) await assertNothing(opened.store, gone, "After the delete");
			await writeRows(opened.rows, side, 2);
			for (const gone of [scope, side]) await assertNothing(opened.store, gone, "A new session under the old name");
		},
	},
	{
		name: "deleting or renaming a session leaves sessions of other names and flows alone",
		needs,
		run: async (opened) => {
			const others = [
				{ ...scope, sessionId: "session-10" },
				{ ...scope, sessionId: "SESSION-1" },
				{ ...scope, flowId: "flow-2" },
			];
			for (const other of [...others, scope]) await remember(opened, other);
			await opened.rows.renameSession(scope, "renamed");
			await opened.rows.deleteSession(renamed);
			for (const other of others.slice(0, 2)) await assertRemembered(opened, other);
		},
	},
	{
		name: "another user's session of the same name stays",
		needs: [...needs, "sharedFlows"],
		run: async (opened) => {
			const other = { ...scope, userId: "user-2" };
			await remember(opened, other);
			await remember(opened, scope);
			await opened.rows.renameSession(scope, "renamed");
			await opened.rows.deleteSession(renamed);
			await assertRemembered(opened, other);
		},
	},
	{
		name: "a fold that began before its session was deleted writes nothing, also when the name is in use again",
		needs,
		run: async (opened, second) => {
			const first = prepareFold(undefined, await writeRows(opened.rows, scope, 4));
			await second.rows.deleteSession(scope);
			assertRefused(await opened.store.save(scope, first.next, first.options), ["no-rows", "stale-history"], "A first fold");
			await assertNothing(opened.store, scope, "After the first fold");
			const slow = await foldUnderWay(opened, scope);
			await second.rows.deleteSession(scope);
			assertRefused(await opened.store.save(scope, slow.next, slow.options), ["conflict", "no-rows", "stale-history"], "A second fold");
			await writeRows(second.rows, scope, 4);
			assertRefused(await opened.store.save(scope, first.next, first.options), ["stale-history"], "A first fold under the reused name");
			assertRefused(await opened.store.save(scope, slow.next, slow.options), ["conflict", "stale-history"], "A second fold under the reused name");
			await assertNothing(opened.store, scope, "The reused name");
		},
	},
	{
		name: "a renamed session takes state and journal of all its contexts along, under a new incarnation",
		needs,
		run: async (opened) => {
			await remember(opened, side);
			await remember(opened, scope);
			const before = await opened.store.load(scope);
			const journal = await journalOf(opened.store, scope);
			await opened.rows.renameSession(scope, "renamed");
			for (const gone of [scope, side]) await assertNothing(opened.store, gone, "The old name");
			for (const moved of [renamed, { ...side, sessionId: "renamed" }]) await assertRemembered(opened, moved);
			const after = await opened.store.load(renamed);
			assert.deepEqual(draftOf(after), draftOf(before));
			assert.notEqual(after?.incarnation, before?.incarnation, "A rename must start a new incarnation.");
			assert.deepEqual(sizes(await journalOf(opened.store, renamed)), sizes(journal), "The journal must move along.");
			await assertTruthful(opened.store, opened.source, renamed, "The new name");
		},
	},
	{
		name: "a session that was renamed goes on under its new name: it folds, and an edit takes it back",
		needs: [...needs, "journal"],
		run: async (opened) => {
			const rows = await writeRows(opened.rows, scope, 6);
			const first = await foldRows(opened.store, scope, rows.slice(0, 2));
			await foldRows(opened.store, scope, rows.slice(2, 4));
			await opened.rows.renameSession(scope, "renamed");
			const after = await opened.source.after(renamed, first.cursor, 100);
			const later = after.map(({ id, revision, timestampMs = 0 }) => ({ id, revision, timestampMs }));
			assert.equal((await foldRows(opened.store, renamed, later.slice(2))).absorbedCount, 6);
			await opened.rows.update(renamed, rows[2]?.id ?? "", { text: "Something else" });
			assertMemory(await opened.store.load(renamed), memoryOf(first), "Back to the first fold");
		},
	},
	{
		name: "a fold that began before its session was renamed writes nothing, under neither name",
		needs,
		run: async (opened, second) => {
			const slow = await foldUnderWay(opened, scope);
			await second.rows.renameSession(scope, "renamed");
			assertRefused(await opened.store.save(scope, slow.next, slow.options), ["conflict", "no-rows", "stale-history"], "A fold under the old name");
			await assertUntouched(opened.store, renamed, "The slow fold changed the new name", async () => {
				assertRefused(await opened.store.save(renamed, slow.next, slow.options), ["conflict"], "A fold under the new name");
			});
			await assertNothing(opened.store, scope, "The old name");
		},
	},
	{
		name: "the old name of a renamed session starts empty",
		needs,
		run: async (opened) => {
			await remember(opened, scope);
			await opened.rows.renameSession(scope, "renamed");
			await writeRows(opened.rows, scope, 2);
			await assertNothing(opened.store, scope, "The old name");
		},
	},
	{
		name: "a rename onto an existing name leaves no memory of either, in any context, and folding starts from the merged rows",
		needs,
		run: async (opened) => {
			await remember(opened, scope);
			await remember(opened, { ...renamed, contextId: "side" });
			await remember(opened, renamed, 10);
			await opened.rows.renameSession(scope, "renamed");
			for (const gone of [scope, side, renamed, { ...renamed, contextId: "side" }]) await assertNothing(opened.store, gone, "After the merge");
			const rows = await opened.source.after(renamed, undefined, 100);
			assert.equal(rows.length, 9);
			await foldRows(
				opened.store,
				renamed,
				rows.map(({ id, revision, timestampMs = 0 }) => ({ id, revision, timestampMs })),
			);
			await assertTruthful(opened.store, opened.source, renamed, "The merged session");
		},
	},
	{
		name: "folds that began before a merge write nothing",
		needs,
		run: async (opened, second) => {
			const slow = [await foldUnderWay(opened, scope), await foldUnderWay(opened, renamed)];
			await second.rows.renameSession(scope, "renamed");
			for (const { next, options } of slow) {
				for (const name of [scope, renamed]) {
					assertRefused(await opened.store.save(name, next, options), ["conflict", "no-rows", "stale-history"], "A fold from before the merge");
				}
			}
			for (const name of [scope, renamed]) await assertNothing(opened.store, name, "After the merge");
		},
	},
	{
		name: "renaming a session to its own name, or one that does not exist, changes nothing",
		needs,
		run: async (opened) => {
			await remember(opened, scope);
			await assertUntouched(opened.store, scope, "A rename of nothing", async () => {
				await opened.rows.renameSession(scope, scope.sessionId);
				await opened.rows.renameSession(renamed, scope.sessionId);
			});
		},
	},
	{
		name: "a deleted flow takes the memory of its sessions along, and only of its own",
		needs: [...needs, "deletesFlows"],
		run: async (opened) => {
			const other = { ...scope, flowId: "flow-2" };
			for (const one of [scope, side, other]) await remember(opened, one);
			await opened.rows.deleteFlow?.(scope);
			for (const gone of [scope, side]) await assertNothing(opened.store, gone, "A deleted flow");
			await assertRemembered(opened, other);
		},
	},
	{
		name: "a deleted user takes the memory of their sessions along, and only of their own",
		needs: [...needs, "deletesUsers"],
		run: async (opened) => {
			const other = { ...scope, flowId: "flow-2", userId: "user-2" };
			for (const one of [scope, side, other]) await remember(opened, one);
			await opened.rows.deleteUser?.(scope);
			for (const gone of [scope, side]) await assertNothing(opened.store, gone, "A deleted user");
			await assertRemembered(opened, other);
		},
	},
];

/** Three rows, folded, with an override and a failed attempt. */
async function remember({ store, rows, source }: OpenedMemory, scope: SessionScope, from = 0): Promise<void> {
	await writeRows(rows, scope, 3, { from: (await source.count({ ...scope, contextId: "" }, { after: undefined })) + from });
	const read = await source.after(scope, undefined, 100);
	const batch = read.map(({ id, revision, timestampMs = 0 }) => ({ id, revision, timestampMs }));
	await foldRows(store, scope, batch, { overrides: { cluster: "EU" } });
	await store.journal?.append(scope, someFailure(at({ id: "row", revision: 0, timestampMs: rowTime(9) })));
}

async function assertRemembered({ store }: OpenedMemory, scope: SessionScope): Promise<void> {
	const state = await store.load(scope);
	assert.deepEqual(state?.overrides, { cluster: "EU" }, `The memory of ${JSON.stringify(scope)} must be there.`);
	if (store.journal) assert.equal((await journalOf(store, scope)).length, 2, `The journal of ${JSON.stringify(scope)} must be there.`);
}

/** Four rows of which two are folded and two are being folded. */
async function foldUnderWay({ store, rows }: OpenedMemory, scope: SessionScope): Promise<ReturnType<typeof prepareFold>> {
	const written = await writeRows(rows, scope, 4);
	return prepareFold(await foldRows(store, scope, written.slice(0, 2)), written.slice(2));
}

function sizes(journal: Awaited<ReturnType<typeof journalOf>>): readonly unknown[] {
	return journal.map(({ outcome, messageCount, snapshot }) => [outcome, messageCount, snapshot?.summary]);
}
