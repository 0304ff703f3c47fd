import type { Clock } from "../clock.ts";

/** A clock that stands still until it is moved. */
export interface ManualClock extends Clock {
	/** Moves time on and wakes the sleepers whose time has come. */
	advance(ms: number): void;
	/** How many sleeps are pending. */
	readonly sleeping: number;
}

/** @param startMs epoch milliseconds at first. */
export function createManualClock(startMs = 1_800_000_000_000): ManualClock {
	let nowMs = startMs;
	const sleepers = new Set<{ readonly untilMs: number; readonly wake: () => void }>();
	return {
		now: () => nowMs,
		get sleeping() {
			return sleepers.size;
		},
		advance(ms) {
			nowMs += ms;
			for (const sleeper of [...sleepers]) if (sleeper.untilMs <= nowMs) sleeper.wake();
		},
		sleep: (ms, signal) =>
			new Promise((resolve, reject) => {
				if (signal.aborted) return reject(signal.reason);
				const sleeper = { untilMs: nowMs + ms, wake: () => end(resolve) };
				const onAbort = () => end(() => reject(signal.reason));
				function end(settle: () => void): void {
					sleepers.delete(sleeper);
					signal.removeEventListener("abort", onAbort);
					settle();
				}
				signal.addEventListener("abort", onAbort, { once: true });
				sleepers.add(sleeper);
			}),
	};
}
