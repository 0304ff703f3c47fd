/** So many calls in so many milliseconds; all of them may come at once. */
export interface Rate {
	readonly calls: number;
	readonly perMs: number;
}

/** One bucket of calls for each key; a bucket fills up evenly. */
export interface TokenBuckets {
	/** Takes one call. @returns 0, or the milliseconds until there is one; then nothing is taken. */
	take(key: string): number;
	/** Gives one call back that was taken. */
	give(key: string): void;
	/** @returns what `take` would, and takes nothing. */
	wait(key: string): number;
	/** Buckets that are kept: those that are not full. */
	readonly size: number;
}

export interface TokenBucketOptions extends Rate {
	/** Epoch milliseconds. */
	readonly now: () => number;
	/** Buckets kept at most; beyond it the one that was used the longest ago is forgotten, which fills it. */
	readonly maxBuckets: number;
}

/** In the memory of this process alone. Buckets that have filled up again are forgotten. */
export function createTokenBuckets({ calls, perMs, now, maxBuckets }: TokenBucketOptions): TokenBuckets {
	/** By key, when the bucket will be full; in the order of their use, so that the first is the one to forget. */
	const fullAtMs = new Map<string, number>();
	const callMs = perMs / calls;
	// Rounded, not up: sums of fractions at the size of today's times are off by far less than half a millisecond, but seldom by nothing.
	const wait = (key: string, time: number) => Math.max(0, Math.round((fullAtMs.get(key) ?? time) + callMs - perMs - time));
	const forget = (time: number) => {
		for (const [key, full] of fullAtMs) {
			if (full > time && fullAtMs.size <= maxBuckets) return;
			fullAtMs.delete(key);
		}
	};
	return {
		take(key) {
			const time = now();
			const waitMs = wait(key, time);
			if (waitMs > 0) return waitMs;
			const full = Math.max(fullAtMs.get(key) ?? time, time) + callMs;
			fullAtMs.delete(key);
			fullAtMs.set(key, full);
			forget(time);
			return 0;
		},
		give(key) {
			const full = fullAtMs.get(key);
			if (full !== undefined) fullAtMs.set(key, full - callMs);
		},
		wait: (key) => wait(key, now()),
		get size() {
			return fullAtMs.size;
		},
	};
}
