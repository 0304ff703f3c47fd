import { z } from "zod";
import type { Recount, StoredState } from "./recount.ts";

/** What a client was told and what a host asked for before it was killed. */
export interface ToldBeforeKill {
	/** Rows that a response or a stream event named, since the first start. */
	readonly acknowledged: ReadonlyMap<string, string>;
	/** Fold calls that reached the summary model in this life of the host. */
	readonly foldCalls: number;
}

const snapshotSchema = z.looseObject({
	summary: z.string(),
	pinned: z.record(z.string(), z.string()),
	cursor: z.looseObject({ id: z.string(), timestampMs: z.number() }),
	absorbedCount: z.number(),
});

/**
 * Compares what is stored after a kill with what was stored before this life of the host.
 * @returns one sentence for each thing that is wrong.
 */
export function crashProblems(before: Recount | undefined, now: Recount, told: ToldBeforeKill): readonly string[] {
	return [
		...(now.integrity === "ok" ? [] : [`The database is damaged: ${now.integrity}`]),
		...messageProblems(now, told),
		...stateProblems(now),
		...foldProblems(before?.state, now.state, told.foldCalls),
	];
}

function messageProblems(now: Recount, { acknowledged }: ToldBeforeKill): readonly string[] {
	const stored = new Map(now.messages.map(({ id, text }) => [id, text]));
	const lost = [...acknowledged].filter(([id, text]) => stored.get(id) !== text);
	const texts = now.messages.map(({ text }) => text);
	const twice = texts.filter((text, index) => texts.indexOf(text) !== index);
	return [
		...lost.map(([id, text]) => `Row ${id} was acknowledged with ${JSON.stringify(text)}; stored is ${JSON.stringify(stored.get(id))}.`),
		...twice.map((text) => `Stored twice: ${JSON.stringify(text)}.`),
	];
}

function stateProblems({ state, rowsThroughCursor, snapshots: [newest] }: Recount): readonly string[] {
	if (!state) return newest === undefined ? [] : ["The journal has a saved fold, but there is no state."];
	if (state.absorbed_count !== rowsThroughCursor) {
		return [`The state counts ${state.absorbed_count} absorbed messages, ${rowsThroughCursor} eligible rows lie at or before its cursor.`];
	}
	if (newest === undefined) return ["There is a state, but the journal has no saved fold."];
	const { summary, pinned, cursor, absorbedCount } = snapshotSchema.parse(JSON.parse(newest));
	const journal = [summary, pinned, cursor.id, cursor.timestampMs, absorbedCount];
	const stored = [state.summary, JSON.parse(state.pinned), state.covered_until_message_id, state.covered_until_timestamp, state.absorbed_count];
	return JSON.stringify(journal) === JSON.stringify(stored)
		? []
		: [`The state ${JSON.stringify(stored)} is not that of the newest saved fold, ${JSON.stringify(journal)}.`];
}

/** Folds of a scope come one after the other: each but the last one has been saved, the last one wholly or not at all. */
function foldProblems(before: StoredState | undefined, now: StoredState | undefined, foldCalls: number): readonly string[] {
	if (before && now?.incarnation !== before.incarnation) return [`Incarnation ${before.incarnation} is gone although no row changed.`];
	const saved = (now?.version ?? 0) - (before?.version ?? 0);
	if (saved < 0 || saved > foldCalls || saved < foldCalls - 1) return [`${foldCalls} folds were asked for, ${saved} are saved.`];
	return saved > 0 || JSON.stringify(before) === JSON.stringify(now) ? [] : ["No fold was saved, and yet the state changed."];
}
