import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "@foldback/session-compressor";

/** The system's clock. Its timers keep the process alive: a run that waits for a hanging fold is answered when the time is up. */
export const systemClock: Clock = {
	now: Date.now,
	sleep: async (ms, signal) => void (await sleep(ms, undefined, { signal })),
};
