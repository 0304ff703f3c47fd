/** Makes what was written durable, with one sync for all who wait at the same time. */
export interface SharedSync {
	/** Something was written. */
	written(): void;
	/**
	 * Resolves when everything that was written before this call is on disk. A sync that ran before the newest write may have missed it, so the call waits
	 * for the next one, with all others that come meanwhile.
	 * Rejects when a sync failed, from then on always: what it should have saved may be lost, and with it whatever was written after it.
	 */
	synced(): Promise<void>;
	/** Resolves when no sync runs or waits, failed or not. */
	idle(): Promise<void>;
}

/** @param sync puts on disk what has been written so far; never called while it runs */
export function createSharedSync(sync: () => Promise<void>): SharedSync {
	let running: Promise<void> = Promise.resolve();
	let next: Promise<void> | undefined;
	let missing = false;
	return {
		written() {
			missing = true;
		},
		synced() {
			if (!missing && !next) return running;
			next ??= running.then(() => {
				next = undefined;
				missing = false;
				running = sync();
				return running;
			});
			return next;
		},
		idle: async () => void (await Promise.allSettled([next ?? running])),
	};
}
