const steps = [
	{ unit: "second", ms: 1_000, until: 60_000 },
	{ unit: "minute", ms: 60_000, until: 3_600_000 },
	{ unit: "hour", ms: 3_600_000, until: 86_400_000 },
	{ unit: "day", ms: 86_400_000, until: 30 * 86_400_000 },
	{ unit: "month", ms: 30 * 86_400_000, until: 365 * 86_400_000 },
	{ unit: "year", ms: 365 * 86_400_000, until: Number.POSITIVE_INFINITY },
] as const;

/** `3 hours ago`. @param timestamp as on the wire: `YYYY-MM-DD HH:MM:SS.ffffff UTC`. */
export function timeAgo(timestamp: string, nowMs: number): string {
	const elapsedMs = Math.max(0, nowMs - timestampMs(timestamp));
	if (elapsedMs < 10_000) return "just now";
	const step = steps.find(({ until }) => elapsedMs < until) ?? steps[5];
	return new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(-Math.floor(elapsedMs / step.ms), step.unit);
}

/** Epoch milliseconds of a timestamp on the wire; without a zone it is UTC. */
export function timestampMs(timestamp: string): number {
	const [, date = "", time = ""] = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?)/.exec(timestamp) ?? [];
	return Date.parse(`${date}T${time}Z`);
}
