import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Bench, fold, openBench, prepareFold } from "./store.fixture.ts";

/*
 * Random writes and folds on real files, checked after every step by SQL that shares nothing with the store: it decides eligibility from text, files and
 * error itself, and knows what a fold read from the summary, which lists `id@revision`.
 */

const sessions = ["chat", "other"];
const contexts = ["", "side"];
const texts = ["hello", "", " \u3000", "\ud83d\ude42", "more"];

type Step =
	| { readonly type: "append"; readonly session: number; readonly context: number; readonly text: number; readonly error: boolean; readonly late: number }
	| { readonly type: "update"; readonly row: number; readonly text: number; readonly error: boolean; readonly context: number }
	| { readonly type: "delete"; readonly rows: readonly number[] }
	| { readonly type: "fold"; readonly session: number; readonly context: number; readonly size: number; readonly keep: boolean }
	| { readonly type: "finish" }
	| { readonly type: "override"; readonly session: number; readonly context: number }
	| { readonly type: "rename" | "delete-session"; readonly session: number };

const index = fc.nat({ max: 1 });
const rarely = fc.nat({ max: 4 }).map((number) => number === 0);
const text = fc.nat({ max: texts.length - 1 });
const step: fc.Arbitrary<Step> = fc.oneof(
	{
		weight: 9,
		arbitrary: fc.record({ type: fc.constant("append" as const), session: index, context: index, text, error: rarely, late: fc.nat({ max: 40 }) }),
	},
	{
		weight: 6,
		arbitrary: fc.record({ type: fc.constant("fold" as const), session: index, context: index, size: fc.integer({ min: 1, max: 3 }), keep: fc.boolean() }),
	},
	{ weight: 4, arbitrary: fc.record({ type: fc.constant("update" as const), row: fc.nat(), text, error: rarely, context: index }) },
	{ weight: 1, arbitrary: fc.record({ type: fc.constant("delete" as const), rows: fc.array(fc.nat(), { minLength: 1, maxLength: 3 }) }) },
	{ weight: 2, arbitrary: fc.constant({ type: "finish" as const }) },
	{ weight: 1, arbitrary: fc.record({ type: fc.constant("override" as const), session: index, context: index }) },
	{ weight: 1, arbitrary: fc.record({ type: fc.constantFrom("rename" as const, "delete-session" as const), session: index }) },
);

interface World extends Bench {
	/** Folds that have read and not saved yet. */
	readonly underWay: Awaited<ReturnType<typeof prepareFold>>[];
}

async function run(world: World, action: Step): Promise<void> {
	const { store, scope, clock, say } = world;
	const of = (session: number, context = 0) => ({ ...scope, sessionId: sessions[session] ?? "", contextId: contexts[context] ?? "" });
	switch (action.type) {
		case "append": {
			clock.nowMs += 2;
			const { sessionId, contextId } = of(action.session, action.context);
			const late = action.late > 20 ? { timestampMs: clock.nowMs - action.late } : {};
			await say(texts[action.text] ?? "", { sessionId, contextId, error: action.error, ...late });
			return;
		}
		case "update": {
			const id = await pick(world, action.row);
			await store.messages.update("ann", id, { text: texts[action.text] ?? "", error: action.error, contextId: contexts[action.context] ?? "" });
			return;
		}
		case "delete":
			await store.messages.delete("ann", await Promise.all(action.rows.map((row) => pick(world, row))));
			return;
		case "fold": {
			const target = of(action.session, action.context);
			const state = await store.memory.load(target);
			if ((await store.source.after(target, state?.cursor, 1)).length === 0) return;
			if (action.keep) world.underWay.push(await prepareFold(store, target, action.size));
			else expect(await fold(store, target, action.size)).toMatchObject({ saved: true });
			return;
		}
		case "finish":
			await world.underWay.shift()?.save();
			return;
		case "override": {
			const state = await store.memory.load(of(action.session, action.context));
			if (state) await store.memory.save(of(action.session, action.context), { ...state, overrides: { kept: "yes" } }, { expected: state });
			return;
		}
		case "rename":
			await store.messages.renameSession("ann", of(action.session).sessionId, of(1 - action.session).sessionId);
			return;
		case "delete-session":
			await store.messages.deleteSessions("ann", [of(action.session).sessionId]);
			return;
	}
}

async function pick({ sql }: Bench, row: number): Promise<string> {
	const ids = sql("SELECT id FROM message ORDER BY id");
	return String(ids[row % Math.max(1, ids.length)]?.id ?? "");
}

/** What a memory must hold: the rows at or before its cursor that its scope can read, in order. */
const recount = `
	SELECT count(*) AS n, coalesce(group_concat(id || '@' || revision, char(10) ORDER BY timestamp, id), '') AS ids FROM message
	WHERE flow_id = @flow AND user_id = @user AND session_id = @session AND (@context = '' OR context_id = @context)
		AND error = 0 AND (files <> '[]' OR trim(text, ' ' || char(12288)) <> '') AND (timestamp, id) <= (@time, @id)`;

function check({ sql }: Bench): void {
	const memories = sql(`
		SELECT session_id, context_id, flow_id, user_id, covered_until_timestamp AS time, covered_until_message_id AS id, absorbed_count AS n, summary,
			overrides <> '{}' AS kept FROM session_memory_state
		UNION ALL
		SELECT session_id, context_id, flow_id, user_id, through_timestamp, through_message_id, snapshot ->> 'absorbedCount', snapshot ->> 'summary', 0
			FROM session_memory_fold WHERE snapshot <> ''`);
	for (const memory of memories) {
		const { flow_id: flow, user_id: user, session_id: session, context_id: context, time, id } = memory;
		expect(sql(recount, { flow, user, session, context, time, id })).toEqual([{ n: memory.n, ids: memory.summary }]);
		expect(id !== "" || memory.kept === 1).toBe(true);
		expect(sql("SELECT 1 FROM message WHERE session_id = ? AND ? IN ('', context_id) LIMIT 1", session, context)).toHaveLength(1);
	}
	expect(sql(`SELECT id FROM message WHERE eligible <> (error = 0 AND (files <> '[]' OR trim(text, ' ' || char(12288)) <> ''))`)).toEqual([]);
}

describe("after any sequence of writes and folds", () => {
	it("every state and snapshot holds exactly the eligible rows at or before its cursor, as they are now", async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 70 }), async (steps) => {
				const world: World = { ...(await openBench()), underWay: [] };
				for (const action of steps) {
					await run(world, action);
					check(world);
				}
				await world.store.close();
			}),
			{ numRuns: 40 },
		);
	});
});
