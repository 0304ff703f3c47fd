/** Epoch milliseconds of `YYYY-MM-DD HH:MM:SS.ffffff UTC`; NaN when it is something else. */
export function wireTimeMs(timestamp: string): number {
	return Date.parse(timestamp.replace(" UTC", "Z").replace(" ", "T"));
}

const today = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });
const otherDay = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });

/** A host's time in the reader's words: the hour alone when it is today's. `''` when it cannot be read. */
export function showTime(timestamp: string, now: number = Date.now()): string {
	const ms = wireTimeMs(timestamp);
	if (Number.isNaN(ms)) return "";
	const isToday = new Date(ms).toDateString() === new Date(now).toDateString();
	return (isToday ? today : otherDay).format(ms);
}

/** `340 ms`, `1.2 s`, `2 min 5 s`. */
export function showDuration(ms: number): string {
	if (ms < 1_000) return `${Math.round(ms)} ms`;
	if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
	const seconds = Math.round(ms / 1_000);
	return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

const number = new Intl.NumberFormat("en");

/** `12,345` */
export function showNumber(value: number): string {
	return number.format(value);
}

/** `1 message`, `2 messages`. */
export function counted(count: number, noun: string): string {
	return `${showNumber(count)} ${noun}${count === 1 ? "" : "s"}`;
}
