import { expect, test } from "vitest";
import { autoLayout } from "./auto-layout.ts";

test("what an edge leads to stands to the right, and nothing covers anything", () => {
	const boxes = ["a", "b", "c", "d"].map((id) => ({ id, width: 320, height: 200 }));
	const edges = [
		{ source: "a", target: "b" },
		{ source: "b", target: "c" },
		{ source: "a", target: "c" },
		{ source: "a", target: "gone" },
	];
	const places = autoLayout(boxes, edges);
	const of = (id: string) => places.get(id) ?? { x: Number.NaN, y: Number.NaN };
	expect(of("a").x + 320).toBeLessThan(of("b").x);
	expect(of("b").x + 320).toBeLessThan(of("c").x);
	for (const one of boxes) {
		for (const other of boxes) {
			if (one === other) continue;
			const apart = Math.abs(of(one.id).x - of(other.id).x) >= 320 || Math.abs(of(one.id).y - of(other.id).y) >= 200;
			expect(apart).toBe(true);
		}
	}
	expect(autoLayout([], [])).toEqual(new Map());
});
