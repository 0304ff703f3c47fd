/** Time as the host gives it: the core has no timers of its own. */
export interface Clock {
	/** Epoch milliseconds. */
	now(): number;
	/** Resolves after `ms`; rejects with the signal's reason when it aborts first. */
	sleep(ms: number, signal: AbortSignal): Promise<void>;
}
