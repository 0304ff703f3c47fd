/**
 * Hash of a text as 14 or fewer base-36 digits. It names messages that have the same content alike; whether a history is still the absorbed one is
 * decided by the compressor's digest over the whole text.
 */
export function contentHash(text: string): string {
	let low = 0x811c9dc5;
	let high = 0x1b873593;
	for (let at = 0; at < text.length; at += 1) {
		const unit = text.charCodeAt(at);
		low = Math.imul(low ^ unit, 0x01000193);
		high = Math.imul(high ^ unit ^ (low >>> 15), 0x85ebca6b);
	}
	return (high >>> 0).toString(36) + (low >>> 0).toString(36).padStart(7, "0");
}
