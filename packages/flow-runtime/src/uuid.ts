/** @returns a UUID of version 7: the time in its first 48 bits, the rest random. */
export function uuidv7(nowMs: number): string {
	const time = Math.trunc(nowMs).toString(16).padStart(12, "0");
	// What follows the version is random in a UUID of version 4 as well, and is drawn for many at once.
	return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`;
}
