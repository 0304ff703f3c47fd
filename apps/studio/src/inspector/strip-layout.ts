/** Cells of equal size in rows, like words in a paragraph. All lengths in CSS pixels. */
export interface StripLayout {
	readonly size: number;
	/** From one cell's start to the next one's. */
	readonly pitch: number;
	readonly columns: number;
	readonly width: number;
	readonly height: number;
}

/** Sizes with their gaps, largest first. */
const steps = [
	{ size: 14, gap: 3 },
	{ size: 11, gap: 2 },
	{ size: 8, gap: 2 },
	{ size: 6, gap: 1 },
	{ size: 4, gap: 1 },
	{ size: 3, gap: 1 },
] as const;

/** The largest cells with which `count` of them fit into `width` by about `height`; with the smallest ones it grows higher. */
export function layOutStrip(count: number, width: number, height: number): StripLayout {
	const fitting = steps.find((step) => heightOf(count, width, step) <= height) ?? steps[steps.length - 1] ?? { size: 3, gap: 1 };
	const pitch = fitting.size + fitting.gap;
	return { size: fitting.size, pitch, columns: columnsOf(width, fitting), width, height: Math.max(heightOf(count, width, fitting), fitting.size) };
}

function columnsOf(width: number, { size, gap }: { readonly size: number; readonly gap: number }): number {
	return Math.max(1, Math.floor((width + gap) / (size + gap)));
}

function heightOf(count: number, width: number, step: { readonly size: number; readonly gap: number }): number {
	return Math.ceil(count / columnsOf(width, step)) * (step.size + step.gap) - step.gap;
}

/** The upper left corner of a cell. */
export function cellAt({ pitch, columns }: StripLayout, index: number): { readonly x: number; readonly y: number } {
	return { x: (index % columns) * pitch, y: Math.floor(index / columns) * pitch };
}

/** The cell at a point, or undefined beside and after the cells. */
export function indexAt({ pitch, columns }: StripLayout, count: number, x: number, y: number): number | undefined {
	const column = Math.floor(x / pitch);
	const index = Math.floor(y / pitch) * columns + column;
	return x >= 0 && y >= 0 && column < columns && index < count ? index : undefined;
}

/** An SVG path of the cells for which `has` holds. */
export function cellsPath(layout: StripLayout, count: number, has: (index: number) => boolean): string {
	const { size } = layout;
	let path = "";
	for (let index = 0; index < count; index++) {
		if (!has(index)) continue;
		const { x, y } = cellAt(layout, index);
		path += `M${x} ${y}h${size}v${size}h-${size}z`;
	}
	return path;
}

/** Where a key leads from a cell, or from outside when `at` is undefined; undefined for keys that lead nowhere. */
export function placeAfter(
	key: string,
	{ at, count, columns }: { readonly at: number | undefined; readonly count: number; readonly columns: number },
): number | undefined {
	const before = at ?? -1;
	const steps = new Map([
		["ArrowRight", before + 1],
		["ArrowLeft", (at ?? count) - 1],
		["ArrowDown", before + columns],
		["ArrowUp", (at ?? count) - columns],
		["Home", 0],
		["End", count - 1],
	]);
	const to = steps.get(key);
	return to === undefined ? undefined : Math.max(0, Math.min(count - 1, to));
}
