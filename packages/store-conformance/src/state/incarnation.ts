import assert from "node:assert/strict";
import { emptyDraft } from "@foldback/session-compressor";
import { assertRefused, assertUntouched } from "../assertions.ts";
import { expect, foldRows, mustSave, prepareFold, rowsOf, someScope as scope, someRows, summaryOf } from "../fixtures.ts";
import type { OpenedStates } from "../harness.ts";
import type { Case } from "../suite.ts";

export const incarnationCases: readonly Case<OpenedStates>[] = [
	{
		name: "a fold that began before a delete loses against what was folded since, though the version is the same",
		run: async (opened) => {
			const rows = await someRows(opened, scope, 4);
			const slow = prepareFold(await foldRows(opened.store, scope, rows.slice(0, 2)), rows.slice(2));
			await opened.store.delete(scope);
			await foldRows(opened.store, scope, rows.slice(0, 2));
			await assertLoses(opened, slow);
		},
	},
	{
		name: "a fold that began before a rebuild loses against what was folded since, though the version is the same",
		run: async (opened) => {
			const rows = await someRows(opened, scope, 5);
			await foldRows(opened.store, scope, rows.slice(0, 2));
			const state = await foldRows(opened.store, scope, rows.slice(2, 3));
			const slow = prepareFold(state, rows.slice(3));
			await mustSave(opened.store, scope, { next: emptyDraft, options: { expected: expect(state) } });
			const again = await foldRows(opened.store, scope, rows.slice(0, 3));
			assert.equal(again.version, state.version, "The case needs the same version again.");
			await assertLoses(opened, slow);
		},
	},
	{
		name: "a fold of rows 21 to 40 loses when row 5 was edited and rows 1 to 20 were folded again, though the version is the same",
		needs: ["checksHistory"],
		run: async (opened, second) => {
			const rows = await someRows(opened, scope, 40);
			const before = await foldRows(opened.store, scope, rows.slice(0, 20));
			const slow = prepareFold(before, rows.slice(20));
			const edited = await rowsOf(opened).update(scope, rows[4]?.id ?? "", { text: "Something else" });
			assert.equal(await opened.store.load(scope), undefined, "The edit must drop the only memory, which reached row 5.");
			const current = rows.slice(0, 20).with(4, edited);
			const after = await foldRows(second.store, scope, current);
			assert.equal(after.version, before.version, "The case needs the same version again.");
			await assertLoses(opened, slow);
			assert.equal((await opened.store.load(scope))?.summary, summaryOf(current), "The old text must not come back.");
		},
	},
	{
		name: "a fold that began before a rename there and back loses",
		needs: ["checksHistory"],
		run: async (opened) => {
			const rows = await someRows(opened, scope, 4);
			const slow = prepareFold(await foldRows(opened.store, scope, rows.slice(0, 2)), rows.slice(2));
			await rowsOf(opened).renameSession(scope, "elsewhere");
			await rowsOf(opened).renameSession({ ...scope, sessionId: "elsewhere" }, scope.sessionId);
			await assertLoses(opened, slow);
		},
	},
];

async function assertLoses({ store }: OpenedStates, { next, options }: ReturnType<typeof prepareFold>): Promise<void> {
	await assertUntouched(store, scope, "The slow fold changed something", async () => {
		assertRefused(await store.save(scope, next, options), ["conflict"], "The slow fold");
	});
}
