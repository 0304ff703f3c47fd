/** @returns epoch milliseconds as they stand on the wire: `YYYY-MM-DD HH:MM:SS.ffffff UTC`. */
export function formatTimestamp(timestampMs: number): string {
	return `${new Date(timestampMs).toISOString().slice(0, -1).replace("T", " ")}000 UTC`;
}

const wire = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(?:\.(\d{1,9}))?)?\s*(UTC|Z|[+-]\d{2}:?\d{2})?$/i;

/**
 * Reads `YYYY-MM-DD HH:MM:SS.ffffff UTC`, ISO 8601, and either without a zone, which then is UTC and never the machine's own.
 * @returns epoch milliseconds, or undefined when the text is no such time.
 */
export function parseTimestamp(text: string): number | undefined {
	const match = wire.exec(text.trim());
	if (!match) return undefined;
	const [, date, time = "00:00:00", fraction = "", zone = "Z"] = match;
	const seconds = time.length === 5 ? `${time}:00` : time;
	const milliseconds = fraction.padEnd(3, "0").slice(0, 3);
	const offset = /^(utc|z)$/i.test(zone) ? "Z" : zone.replace(/^([+-]\d{2}):?(\d{2})$/, "$1:$2");
	const timestampMs = Date.parse(`${date}T${seconds}.${milliseconds}${offset}`);
	return Number.isNaN(timestampMs) || !sameDay(timestampMs, String(date), offset) ? undefined : timestampMs;
}

/** `Date.parse` turns February 30th into March 2nd: a date that does not come back as it was is none. */
function sameDay(timestampMs: number, date: string, offset: string): boolean {
	const [sign, hours, minutes] = offset === "Z" ? ["+", "0", "0"] : [offset.slice(0, 1), offset.slice(1, 3), offset.slice(4)];
	const shiftMs = (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
	return new Date(timestampMs + shiftMs).toISOString().startsWith(date);
}
