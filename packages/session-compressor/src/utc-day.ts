/** @returns `2026-11-30` in UTC, or undefined for a time that is unknown (0 included) or none. */
export function utcDay(timestampMs: number | undefined): string | undefined {
	if (timestampMs === undefined || timestampMs === 0 || !(Math.abs(timestampMs) <= 8.64e15)) return undefined;
	// biome-ignore lint/style/noRestrictedGlobals: formats a given time, reads no clock.
	return new Date(timestampMs).toISOString().slice(0, 10);
}
