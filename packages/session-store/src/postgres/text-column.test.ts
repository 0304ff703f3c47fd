import fc from "fast-check";
import { expect, it } from "vitest";
import { fromStoredText, toStoredText } from "./text-column.ts";

const text = fc.string({ unit: fc.constantFrom("\u0000", "\u0001", "\u0002", "a", "\u{1f642}") });

it("stores every string without NUL and gives it back", () => {
	fc.assert(
		fc.property(text, (value) => {
			expect(toStoredText(value)).not.toContain("\u0000");
			expect(fromStoredText(toStoredText(value))).toBe(value);
		}),
		{ numRuns: 500 },
	);
});

it("keeps the order of strings", () => {
	const compare = (left: string, right: string) => Math.sign(Buffer.compare(Buffer.from(left), Buffer.from(right)));
	fc.assert(
		fc.property(text, text, (left, right) => {
			expect(compare(toStoredText(left), toStoredText(right))).toBe(compare(left, right));
		}),
		{ numRuns: 500 },
	);
});
