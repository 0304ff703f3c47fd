/** Rolling hash over id and text of messages in order: 64 bits as two FNV-1a lanes, in hex. For noticing changes, not for security. */
export function extendDigest(previous: string | undefined, row: { readonly id: string; readonly text: string }): string {
	const input = `${previous ?? ""}|${row.id.length}|${row.id}|${row.text}`;
	let low = 0x811c9dc5;
	let high = 0x01000193;
	for (let index = 0; index < input.length; index++) {
		const unit = input.charCodeAt(index);
		low = Math.imul(low ^ unit, 0x01000193);
		high = Math.imul(high ^ (unit + index), 0x85ebca6b);
	}
	return (high >>> 0).toString(16).padStart(8, "0") + (low >>> 0).toString(16).padStart(8, "0");
}
