import { expect, it } from "vitest";
import { cellAt, cellsPath, indexAt, layOutStrip, placeAfter } from "./strip-layout.ts";

it("takes the largest cells that fit", () => {
	expect(layOutStrip(40, 350, 120).size).toBe(14);
	expect(layOutStrip(5_000, 350, 120).size).toBe(3);
	expect(layOutStrip(400, 350, 120).size).toBeGreaterThan(layOutStrip(1_500, 350, 120).size);
});

it("grows higher when even the smallest cells do not fit", () => {
	const layout = layOutStrip(5_000, 350, 120);
	expect(layout.columns).toBe(87);
	expect(layout.height).toBe(Math.ceil(5_000 / 87) * 4 - 1);
});

it.each([1, 40, 999, 5_000])("finds every one of %i cells at its own place", (count) => {
	const layout = layOutStrip(count, 337, 120);
	for (let index = 0; index < count; index++) {
		const { x, y } = cellAt(layout, index);
		expect(x + layout.size).toBeLessThanOrEqual(337);
		expect(indexAt(layout, count, x + 1, y + 1)).toBe(index);
	}
});

it("finds no cell after the last one and beside a row", () => {
	const layout = layOutStrip(3, 337, 120);
	expect(indexAt(layout, 3, layout.pitch * 3 + 1, 1)).toBeUndefined();
	expect(indexAt(layout, 3, layout.pitch * layout.columns + 1, 1)).toBeUndefined();
	expect(indexAt(layout, 3, -1, 1)).toBeUndefined();
});

it("draws only the cells that are wanted", () => {
	const layout = layOutStrip(4, 337, 120);
	expect(cellsPath(layout, 4, (index) => index % 2 === 1)).toBe("M17 0h14v14h-14zM51 0h14v14h-14z");
});

it("moves by keys, within the cells", () => {
	const from = (at: number | undefined) =>
		["ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp", "Home", "End", "a"].map((key) => placeAfter(key, { at, count: 10, columns: 4 }));
	expect(from(5)).toEqual([6, 4, 9, 1, 0, 9, undefined]);
	expect(from(9)).toEqual([9, 8, 9, 5, 0, 9, undefined]);
	expect(from(undefined)).toEqual([0, 9, 3, 6, 0, 9, undefined]);
});
