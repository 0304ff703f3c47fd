const firstDelayMs = 5_000;
const longestDelayMs = 600_000;

/** @returns epoch milliseconds of the next attempt after `failures` failed ones in a row, the last of them at `lastAtMs`. */
export function retryAt(lastAtMs: number, failures: number): number {
	return lastAtMs + Math.min(firstDelayMs * 2 ** (failures - 1), longestDelayMs);
}
