import assert from "node:assert/strict";
import { emptyDraft } from "@foldback/session-compressor";
import { assertNothing, assertStored } from "../assertions.ts";
import { at, foldRows, journalOf, memoryOf, saveByHand, someScope as scope, writeRows } from "../fixtures.ts";
import type { OpenedMemory } from "../harness.ts";
import type { Case } from "../suite.ts";

const overrides = { cluster: "EU", owner: "Kim" };
const needs = ["checksHistory"] as const;

export const overrideCases: readonly Case<OpenedMemory>[] = [
	{
		name: "overrides outlive an invalidation that leaves nothing else",
		needs,
		run: async ({ store, rows }) => {
			const written = await writeRows(rows, scope, 4);
			await saveByHand(store, scope, { overrides });
			const before = await foldRows(store, scope, written, { pinned: { cluster: "US" }, knownKeys: [{ name: "cluster", description: "Where it runs" }] });
			await rows.update(scope, written[1]?.id ?? "", { text: "Something else" });
			await assertStored(store, scope, { ...emptyDraft, overrides, knownKeys: before.knownKeys }, "What the edit leaves");
			const after = await store.load(scope);
			assert.notEqual(after?.incarnation, before.incarnation);
			assert.deepEqual(
				(await journalOf(store, scope)).filter((record) => record.snapshot),
				[],
			);
		},
	},
	{
		name: "overrides set after a snapshot outlive going back to it",
		needs: ["checksHistory", "journal"],
		run: async ({ store, rows }) => {
			const written = await writeRows(rows, scope, 4);
			const first = await foldRows(store, scope, written.slice(0, 2));
			await foldRows(store, scope, written.slice(2));
			await saveByHand(store, scope, { overrides });
			await rows.delete(scope, [written[3]?.id ?? ""]);
			await assertStored(store, scope, { ...memoryOf(first), overrides, knownKeys: [] }, "What the delete leaves");
		},
	},
	{
		name: "overrides that were released do not come back with a snapshot",
		needs,
		run: async ({ store, rows }) => {
			const written = await writeRows(rows, scope, 4);
			await foldRows(store, scope, written.slice(0, 2), { overrides });
			await foldRows(store, scope, written.slice(2), { overrides: {} });
			await rows.update(scope, written[3]?.id ?? "", { text: "Something else" });
			assert.deepEqual((await store.load(scope))?.overrides ?? {}, {});
		},
	},
	{
		name: "a key counts as asked for in what will be folded again",
		needs: ["checksHistory", "journal"],
		run: async ({ store, rows }) => {
			const written = await writeRows(rows, scope, 4);
			const [, second, , last] = written.map(at);
			assert.ok(second && last);
			await foldRows(store, scope, written.slice(0, 2));
			await foldRows(store, scope, written.slice(2), { knownKeys: [{ name: "late", description: "", notAskedThrough: last }] });
			await rows.update(scope, written[3]?.id ?? "", { text: "Something else" });
			assert.deepEqual((await store.load(scope))?.knownKeys, [{ name: "late", description: "", notAskedThrough: second }]);
		},
	},
	{
		name: "overrides go with the session, also when its rows are deleted one by one",
		needs,
		run: async ({ store, rows }) => {
			const written = await writeRows(rows, scope, 3);
			await foldRows(store, scope, written, { overrides });
			for (const row of written) await rows.delete(scope, [row.id]);
			await assertNothing(store, scope, "A session without rows");
			await writeRows(rows, scope, 1);
			await assertNothing(store, scope, "A new session under the old name");
		},
	},
];
