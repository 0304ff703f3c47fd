import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "@foldback/session-compressor";

/** The machine's clock, with the timers that the core does not have. */
export function systemClock(now: () => number = Date.now): Clock {
	return {
		now,
		async sleep(ms, signal) {
			signal.throwIfAborted();
			try {
				await sleep(ms, undefined, { signal });
			} catch (error) {
				throw signal.aborted ? signal.reason : error;
			}
		},
	};
}
