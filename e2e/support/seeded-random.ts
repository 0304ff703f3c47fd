/** Random numbers that a seed repeats. */
export interface SeededRandom {
	/** From 0 up to, but not including, 1. */
	next(): number;
	/** A whole number from 0 to `below - 1`. */
	whole(below: number): number;
	pick<Item>(items: readonly [Item, ...Item[]]): Item;
}

/** A small generator (mulberry32): good enough to choose moments, and the same on every machine. */
export function createSeededRandom(seed: number): SeededRandom {
	let state = seed >>> 0;
	const next = () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
	};
	const whole = (below: number) => Math.floor(next() * below);
	return { next, whole, pick: (items) => items[whole(items.length)] ?? items[0] };
}
