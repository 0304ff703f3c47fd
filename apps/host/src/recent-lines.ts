/** A line of the log, with a time of its own: epoch milliseconds, or a little later when several lines came in one. */
export interface RecentLine {
	readonly timeMs: number;
	readonly text: string;
}

/** The newest lines of the log, in the memory of this process. */
export interface RecentLines {
	add(text: string): void;
	/** The newest `count` lines at or before this time, oldest first. */
	before(timeMs: number, count: number): readonly RecentLine[];
	/** The oldest `count` lines at or after this time, oldest first. */
	after(timeMs: number, count: number): readonly RecentLine[];
	/** A time that all lines so far lie before, and all later ones at or after. */
	readonly nextMs: number;
	/** Resolves when there is a line at or after this time. */
	arrived(timeMs: number): Promise<void>;
}

/** Lines that are kept. */
export const maxRecentLines = 1_000;

/** @param now epoch milliseconds */
export function createRecentLines(now: () => number): RecentLines {
	const lines: RecentLine[] = [];
	let newestMs = 0;
	let next = Promise.withResolvers<void>();
	return {
		add(text) {
			newestMs = Math.max(now(), newestMs + 1);
			lines.push({ timeMs: newestMs, text });
			if (lines.length > maxRecentLines) lines.shift();
			next.resolve();
			next = Promise.withResolvers();
		},
		before: (timeMs, count) => (count > 0 ? lines.filter((line) => line.timeMs <= timeMs).slice(-count) : []),
		after: (timeMs, count) => lines.filter((line) => line.timeMs >= timeMs).slice(0, count),
		get nextMs() {
			return newestMs + 1;
		},
		async arrived(timeMs) {
			while (newestMs < timeMs) await next.promise;
		},
	};
}
