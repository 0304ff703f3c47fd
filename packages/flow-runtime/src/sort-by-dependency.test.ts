import fc from "fast-check";
import { expect, test } from "vitest";
import { sortByDependency } from "./sort-by-dependency.ts";

const sort = (roots: readonly string[], edges: Readonly<Record<string, readonly string[]>>) => sortByDependency(roots, (node) => edges[node] ?? []);

test("only what the roots need, each once, after what it needs", () => {
	expect(sort(["d"], { d: ["b", "c"], b: ["a"], c: ["a"], e: ["a"] })).toEqual({ order: ["a", "b", "c", "d"] });
});

test("roots keep their order", () => {
	expect(sort(["z", "y", "z"], { y: ["x"] })).toEqual({ order: ["z", "x", "y"] });
});

test("a cycle is named from cause to effect", () => {
	expect(sort(["start", "c"], { c: ["b"], b: ["a"], a: ["c"] })).toEqual({ cycle: ["a", "b", "c"] });
	expect(sort(["a"], { a: ["a"] })).toEqual({ cycle: ["a"] });
});

test("a chain of 200,000 nodes neither overflows nor hangs", () => {
	const result = sortByDependency([200_000], (node) => (node > 0 ? [node - 1] : []));
	expect("order" in result && result.order.length).toBe(200_001);
});

test("every order of every acyclic graph puts causes first", () => {
	const graph = fc.array(fc.array(fc.nat(), { maxLength: 5 }), { minLength: 1, maxLength: 30 });
	fc.assert(
		fc.property(graph, (lists) => {
			const before = (node: number) => (node === 0 ? [] : (lists[node] ?? []).map((value) => value % node));
			const result = sortByDependency([...lists.keys()], before);
			if (!("order" in result)) throw new Error("A graph whose edges all lead down has no cycle.");
			const place = new Map(result.order.map((node, index) => [node, index]));
			expect(place.size).toBe(lists.length);
			for (const [node, index] of place) for (const cause of before(node)) expect(place.get(cause)).toBeLessThan(index);
		}),
	);
});
