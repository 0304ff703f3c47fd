import type { RunRecord, RunStore } from "@foldback/session-store";
import type { TurnTracker } from "./turn-tracker.ts";

/** Keeps what runs were. */
export interface RunLog {
	/** Stores a run once its answer has been sent, so that no answer waits for it. */
	add(run: Omit<RunRecord, "sessionId">, answered: Promise<void>): void;
	/** Resolves when all runs added so far are stored: a reader that has seen an answer finds its run. */
	settled(): Promise<void>;
}

export function createRunLog(runs: RunStore, turns: TurnTracker): RunLog {
	const pending = new Set<Promise<unknown>>();
	return {
		add(run, answered) {
			const done = Promise.withResolvers<void>();
			pending.add(done.promise);
			turns.later("run-record", async () => {
				try {
					await answered;
					await runs.add(run);
				} finally {
					pending.delete(done.promise);
					done.resolve();
				}
			});
		},
		settled: async () => void (await Promise.all(pending)),
	};
}
