import type { FoldOutcome } from "./compressor.ts";
import type { StepOutcome } from "./fold-work.ts";
import { type SessionScope, scopeKey } from "./scope.ts";

/** A fold under way in this process: a single step for one recall, or folding until none is due. */
type Flight =
	| { readonly kind: "step"; readonly done: Promise<StepOutcome> }
	| { readonly kind: "fold" | "rebuild"; readonly done: Promise<FoldOutcome>; readonly step: () => Promise<unknown> };

/** Folds under way, at most one per scope. */
export interface Flights {
	running(scope: SessionScope): Flight | undefined;
	/** Starts a single step. No other may be running in the scope. */
	startStep(scope: SessionScope, work: () => Promise<StepOutcome>): Promise<StepOutcome>;
	/** Starts folding that tells of each of its steps. No other may be running in the scope. */
	startLoop(scope: SessionScope, kind: "fold" | "rebuild", work: (onStep: (step: Promise<unknown>) => void) => Promise<FoldOutcome>): Promise<FoldOutcome>;
	/** Resolves when none is running. */
	settled(): Promise<void>;
}

export function createFlights(): Flights {
	const flights = new Map<string, Flight>();

	async function register<T>(scope: SessionScope, done: Promise<T>, flight: Flight): Promise<T> {
		flights.set(scopeKey(scope), flight);
		try {
			return await done;
		} finally {
			flights.delete(scopeKey(scope));
		}
	}

	return {
		running: (scope) => flights.get(scopeKey(scope)),
		startStep(scope, work) {
			const done = work();
			return register(scope, done, { kind: "step", done });
		},
		startLoop(scope, kind, work) {
			let current: Promise<unknown> = Promise.resolve();
			const done = work((step) => {
				current = step;
			});
			return register(scope, done, { kind, done, step: () => current });
		},
		async settled() {
			while (flights.size > 0) await Promise.allSettled([...flights.values()].map((flight): Promise<unknown> => flight.done));
		},
	};
}
