import assert from "node:assert/strict";
import type { SaveResult, SessionScope } from "@foldback/session-compressor";
import { assertNothing, assertTruthful } from "../assertions.ts";
import { draftOf, expect, foldRows, prepareFold, someScope, writeRows } from "../fixtures.ts";
import type { OpenedMemory, WrittenRow } from "../harness.ts";
import type { Case } from "../suite.ts";

const rounds = 8;
const needs = ["checksHistory", "scopes"] as const;

interface Contest {
	/** A session of its own in every round. */
	readonly scope: SessionScope;
	/** Rows 0 to 7; 0 to 3 are absorbed. */
	readonly rows: readonly WrittenRow[];
	/** Saves a fold of rows 4 to 7, read before the race. */
	fold(): Promise<SaveResult>;
	/** The other connection. */
	readonly rival: OpenedMemory;
}

/** What runs against a fold, and what must hold afterwards besides that the memory is truthful. */
const rivals: readonly {
	readonly name: string;
	run(contest: Contest): Promise<unknown>;
	check?(opened: OpenedMemory, contest: Contest, saved: boolean): Promise<void>;
}[] = [
	{ name: "an edit in its batch", run: ({ rival, scope, rows }) => rival.rows.update(scope, rows[6]?.id ?? "", { text: "Something else" }) },
	{ name: "an edit below its batch", run: ({ rival, scope, rows }) => rival.rows.update(scope, rows[1]?.id ?? "", { text: "Something else" }) },
	{ name: "a delete in its batch", run: ({ rival, scope, rows }) => rival.rows.delete(scope, [rows[5]?.id ?? ""]) },
	{
		name: "a row imported into its batch",
		run: ({ rival, scope, rows }) => rival.rows.append(scope, { text: "Late", timestampMs: (rows[5]?.timestampMs ?? 0) + 1 }),
	},
	{ name: "a row of its batch becoming an error", run: ({ rival, scope, rows }) => rival.rows.update(scope, rows[4]?.id ?? "", { error: true }) },
	{
		name: "the deletion of its session",
		run: ({ rival, scope }) => rival.rows.deleteSession(scope),
		check: async ({ store }, { scope }) => await assertNothing(store, scope, "After the deletion"),
	},
	{
		name: "a rename of its session",
		run: ({ rival, scope }) => rival.rows.renameSession(scope, `${scope.sessionId} renamed`),
		check: async (opened, { scope }, saved) => {
			const renamed = { ...scope, sessionId: `${scope.sessionId} renamed` };
			await assertNothing(opened.store, scope, "The old name");
			assert.equal((await opened.store.load(renamed))?.absorbedCount, saved ? 8 : 4, "The new name has the fold exactly when it was saved.");
			await assertTruthful(opened.store, opened.source, renamed, "The new name");
		},
	},
	{
		name: "a rename of another session onto its own",
		run: async ({ rival, scope }) => await rival.rows.renameSession({ ...scope, sessionId: `${scope.sessionId} other` }, scope.sessionId),
		check: async ({ store }, { scope }) => await assertNothing(store, scope, "After the merge"),
	},
	{
		name: "the deletion of its state",
		run: ({ rival, scope }) => rival.store.delete(scope),
		check: async ({ store }, { scope }) => await assertNothing(store, scope, "After the deletion of the state"),
	},
	{
		name: "a change by hand",
		run: async ({ rival, scope }) => {
			const state = await rival.store.load(scope);
			return await rival.store.save(scope, { ...draftOf(state), overrides: { cluster: "EU" } }, { expected: expect(state) });
		},
	},
];

export const raceCases: readonly Case<OpenedMemory>[] = [
	...rivals.map(
		({ name, run, check }): Case<OpenedMemory> => ({
			name: `a fold in a race with ${name} leaves the memory truthful`,
			needs,
			run: async (opened, rival) => {
				for (let round = 0; round < rounds; round++) {
					const contest = await prepareContest(opened, rival, round);
					const [result] = round % 2 === 0 ? await Promise.all([contest.fold(), run(contest)]) : (await Promise.all([run(contest), contest.fold()])).reverse();
					await assertTruthful(opened.store, opened.source, contest.scope, `Round ${round}`);
					await check?.(opened, contest, isSaved(result));
				}
			},
		}),
	),
	{
		name: "first folds over two connections while rows are edited, added and deleted leave the memory truthful",
		needs,
		run: async (first, second) => {
			for (let round = 0; round < rounds; round++) {
				const scope = { ...someScope, sessionId: `busy ${round}` };
				await Promise.all([writeRows(first.rows, scope, 6), ...[first, second, first, second].map((opened) => foldAndDisturb(opened, scope))]);
				await assertTruthful(first.store, first.source, scope, `Round ${round}`);
				await assertTruthful(second.store, second.source, scope, `Round ${round}, over the second connection`);
			}
		},
	},
];

async function prepareContest(opened: OpenedMemory, rival: OpenedMemory, round: number): Promise<Contest> {
	const scope = { ...someScope, sessionId: `session ${round}` };
	await writeRows(opened.rows, { ...scope, sessionId: `${scope.sessionId} other` }, 2, { from: 20 });
	const rows = await writeRows(opened.rows, scope, 8);
	const { next, options } = prepareFold(await foldRows(opened.store, scope, rows.slice(0, 4)), rows.slice(4));
	return { scope, rows, rival, fold: () => opened.store.save(scope, next, options) };
}

function isSaved(result: unknown): boolean {
	return typeof result === "object" && result !== null && "saved" in result && result.saved === true;
}

/** What a compressor and a person do at once: read, fold, and meanwhile write to a row. Losing is no failure. */
async function foldAndDisturb({ store, source, rows }: OpenedMemory, scope: SessionScope): Promise<void> {
	for (let turn = 0; turn < 4; turn++) {
		const state = await store.load(scope);
		const read = await source.after(scope, state?.cursor, 3);
		const batch = read.map(({ id, revision, timestampMs = 0 }) => ({ id, revision, timestampMs }));
		await rows.append(scope, { text: `Turn ${turn}` });
		if (batch.length === 0) continue;
		const { next, options } = prepareFold(state, batch);
		await store.save(scope, next, options);
		const [victim] = batch;
		if (victim && turn === 2) await rows.delete(scope, [victim.id]);
	}
}
