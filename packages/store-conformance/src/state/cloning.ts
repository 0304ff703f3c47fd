import assert from "node:assert/strict";
import { foldRows, journalOf, prepareFold, someScope as scope, someRows } from "../fixtures.ts";
import type { OpenedStates } from "../harness.ts";
import type { Case } from "../suite.ts";

export const cloningCases: readonly Case<OpenedStates>[] = [
	{
		name: "what a caller does to a draft after handing it over changes nothing",
		run: async (opened) => {
			const pinned = { cluster: "EU" };
			const overrides: Record<string, string> = { owner: "Kim" };
			const { next, options } = prepareFold(undefined, await someRows(opened, scope, 1), { pinned, overrides });
			const saving = opened.store.save(scope, next, options);
			pinned.cluster = "changed while saving";
			const result = await saving;
			overrides.owner = "changed afterwards";
			Object.assign(next, { summary: "changed afterwards" });
			const stored = await opened.store.load(scope);
			assert.ok(result.saved);
			assert.deepEqual([stored?.pinned.cluster, stored?.overrides.owner], ["EU", "Kim"]);
			assert.notEqual(stored?.summary, "changed afterwards");
			if (opened.store.journal) assert.equal((await journalOf(opened.store, scope))[0]?.snapshot?.pinned.cluster, "EU");
		},
	},
	{
		name: "what a caller does to a state that it was given changes nothing",
		run: async (opened) => {
			const saved = await foldRows(opened.store, scope, await someRows(opened, scope, 1), { pinned: { cluster: "EU" } });
			const wanted = structuredClone(saved);
			spoil(saved);
			spoil(await opened.store.load(scope));
			assert.deepEqual(await opened.store.load(scope), wanted);
		},
	},
	{
		name: "what a caller does to a journal that it was given changes nothing",
		needs: ["journal"],
		run: async (opened) => {
			await foldRows(opened.store, scope, await someRows(opened, scope, 1), { pinned: { cluster: "EU" } });
			const wanted = structuredClone(await journalOf(opened.store, scope));
			const given = await journalOf(opened.store, scope);
			spoil(given[0]?.snapshot);
			spoil(given[0]);
			assert.deepEqual(await journalOf(opened.store, scope), wanted);
		},
	},
];

/** Writes into an object and the records in it, frozen or not. */
function spoil(value: object | undefined): void {
	assert.ok(value);
	for (const part of Object.values(value)) if (typeof part === "object" && part !== null) Reflect.set(part, "cluster", "spoilt");
	Reflect.set(value, "summary", "spoilt");
	Reflect.set(value, "version", 99);
	Reflect.set(value, "model", "spoilt");
}
