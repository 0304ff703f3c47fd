/**
 * Words that stand in one stored text each: whatever quotes one later shows what it was made from. `talk` is the number of the conversation that the text
 * belongs to.
 */
export interface Marker {
	readonly word: string;
	readonly talk: number;
}

const pattern = /\bmk(\d+)x\d+q\b/g;
let last = 0;

export function newMarker(talk: number): string {
	last += 1;
	return `mk${talk}x${last}q`;
}

/** @returns each marker in the text once. */
export function markersIn(text: string): readonly Marker[] {
	const found = new Map([...text.matchAll(pattern)].map(([word, talk]) => [word, Number(talk)]));
	return [...found].map(([word, talk]) => ({ word, talk }));
}
