/** Lets the same thing happen once in a while. */
export interface RateLimit {
	/** @returns 0 when it may happen now, and remembers that; otherwise the milliseconds to wait. */
	take(key: string): number;
}

export function createRateLimit(intervalMs: number, now: () => number): RateLimit {
	const takenAt = new Map<string, number>();
	return {
		take(key) {
			const time = now();
			for (const [other, at] of takenAt) {
				if (at + intervalMs > time) break;
				takenAt.delete(other);
			}
			const waitMs = (takenAt.get(key) ?? -intervalMs) + intervalMs - time;
			if (waitMs > 0) return waitMs;
			takenAt.set(key, time);
			return 0;
		},
	};
}
