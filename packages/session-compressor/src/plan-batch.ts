import type { Engine, Turn } from "./engine.ts";
import { knownBacklog } from "./fold-due.ts";
import type { SessionMessage } from "./message.ts";
import { type Reading, viewLimit } from "./read-history.ts";
import type { SessionScope } from "./scope.ts";
import { batchEnd } from "./turn-boundaries.ts";

/** The oldest waiting rows, and how many of them one fold may absorb. */
export interface BatchPlan {
	/** All eligible rows after the cursor, as far as read. */
	readonly rows: readonly SessionMessage[];
	/** The batch is `rows[0..end)`, at least 1. */
	readonly end: number;
	/** No batch reaches this index: the current input or the recent window is there. */
	readonly stop: number;
}

/**
 * Plans the batch of a reading whose fold is due. The batch ends before the current input: a faster turn must not absorb around a slower one's.
 * @returns undefined when nothing can be folded now.
 */
export async function planBatch(engine: Engine, scope: SessionScope, turn: Turn, reading: Reading): Promise<BatchPlan | undefined> {
	const cursor = reading.state?.cursor;
	let limit = viewLimit(engine, turn) + (turn.exclude === undefined ? 1 : 2);
	let rows = turn.exclude === undefined ? reading.waiting : await engine.source.after(scope, cursor, limit);
	for (;;) {
		const plan = planWithin(engine, turn, reading, rows);
		if (plan.end > 0) return plan;
		if (plan.stop < rows.length || rows.length < limit) return undefined;
		// A turn longer than all that was read: only its whole can be folded.
		limit *= 2;
		rows = await engine.source.after(scope, cursor, limit);
	}
}

function planWithin(engine: Engine, turn: Turn, reading: Reading, rows: readonly SessionMessage[]): BatchPlan {
	const stop = Math.min(indexOrEnd(rows, turn.exclude), indexOrEnd(rows, reading.rows[reading.windowStart]?.id));
	const wanted = Math.min(engine.folding.maxBatch, knownBacklog(engine, reading).length);
	return { rows, end: batchEnd(rows, wanted, stop), stop };
}

function indexOrEnd(rows: readonly SessionMessage[], id: string | undefined): number {
	const index = rows.findIndex((row) => row.id === id);
	return index < 0 ? rows.length : index;
}
