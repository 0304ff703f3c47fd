import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "@foldback/session-compressor";

/** The system's clock. Its timers do not keep a process alive. */
export const systemClock: Clock = {
	now: Date.now,
	sleep: async (ms, signal) => void (await sleep(ms, undefined, { signal, ref: false })),
};
