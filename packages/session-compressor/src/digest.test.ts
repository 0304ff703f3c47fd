import fc from "fast-check";
import { expect, test } from "vitest";
import { extendDigest } from "./digest.ts";
import { hostileText } from "./hostile-text.fixture.ts";

interface Row {
	readonly id: string;
	readonly text: string;
}

function digestOf(rows: readonly Row[]): string | undefined {
	return rows.reduce<string | undefined>((digest, row) => extendDigest(digest, row), undefined);
}

test("a digest is 32 hex digits and stays the same from release to release: states are stored with it", () => {
	expect(extendDigest(undefined, { id: "m1", text: "Hello" })).toBe("a788a6f9a47a09b1a0acba142b19e133");
	expect(
		digestOf([
			{ id: "m1", text: "Hello" },
			{ id: "m2", text: "東京 \u{1f600}" },
		]),
	).toBe("ec812f2a5799c747c1834db335b4981f");
});

test("the border of id and text counts", () => {
	expect(extendDigest(undefined, { id: "ab", text: "c" })).not.toBe(extendDigest(undefined, { id: "a", text: "bc" }));
	expect(extendDigest(undefined, { id: "", text: "\u0001a" })).not.toBe(extendDigest(undefined, { id: "\u0001a", text: "" }));
	expect(extendDigest("", { id: "ab", text: "" })).not.toBe(extendDigest("ab", { id: "", text: "" }));
	expect(extendDigest(undefined, { id: "a", text: "\0" })).not.toBe(extendDigest(undefined, { id: "a", text: "\0\0" }));
});

test("different histories have different digests, equal ones equal ones", () => {
	const row = fc.record({ id: hostileText, text: hostileText });
	const rows = fc.array(row, { maxLength: 4 });
	fc.assert(
		fc.property(rows, rows, (left, right) => {
			expect(digestOf(left) === digestOf(right)).toBe(JSON.stringify(left) === JSON.stringify(right));
			const last = left.at(-1);
			if (last) expect(digestOf(left)).toBe(extendDigest(digestOf(left.slice(0, -1)), last));
		}),
		{ numRuns: 500 },
	);
});

test("one edit anywhere, two rows swapped or one left out is seen", () => {
	const rows = Array.from({ length: 40 }, (_, index) => ({ id: `m${index}`, text: `message ${index % 7}` }));
	const variants = rows.flatMap((row, index) => [
		rows.with(index, { ...row, text: `${row.text} ` }),
		rows.with(index, { ...row, text: row.text.replace("m", "n") }),
		rows.toSpliced(index, 1),
		rows.toSpliced(index, 2, ...rows.slice(index, index + 2).reverse()),
	]);
	const distinct = new Set(variants.map((variant) => JSON.stringify(variant)));
	expect(new Set(variants.map(digestOf)).size).toBe(distinct.size);
});

test("no collision and even bits over 50,000 near-equal texts", () => {
	const digests = Array.from({ length: 50_000 }, (_, index) => extendDigest(undefined, { id: "m", text: String(index) }));
	for (const lane of [0, 8, 16, 24]) {
		const half = new Set(digests.map((digest) => digest.slice(lane, lane + 8)));
		expect(half.size).toBeGreaterThan(49_990);
	}
	expect(new Set(digests).size).toBe(50_000);
	const ones = Array.from({ length: 32 }, (_, digit) => digests.filter((digest) => Number.parseInt(digest.charAt(digit), 16) >= 8).length);
	for (const count of ones) expect(Math.abs(count - 25_000)).toBeLessThan(750);
});

test("ten million characters take one pass", () => {
	expect(extendDigest(undefined, { id: "m", text: "x".repeat(10_000_000) })).toMatch(/^[0-9a-f]{32}$/);
});
