import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hostileText } from "./hostile-text.fixture.ts";
import { jsonObjects } from "./json-objects.ts";

function found(text: string): readonly string[] {
	return [...jsonObjects(text)].map(({ start, end }) => (end === undefined ? "unfinished" : text.slice(start, end)));
}

test.each([
	["nothing", "no object here } ] [", []],
	["one in prose", 'Sure: {"a":1}. Bye', ['{"a":1}']],
	["two", '{"a":1} {"b":2}', ['{"a":1}', '{"b":2}']],
	["only the outermost", '{"a":{"b":{}}}', ['{"a":{"b":{}}}']],
	["every kind of value", '{"a":[1,-2.5e+3,true,false,null,"x",{},[]],"b" : { } }', ['{"a":[1,-2.5e+3,true,false,null,"x",{},[]],"b" : { } }']],
	["braces and quotes inside strings", '{"a":"} \\" { \\\\"}', ['{"a":"} \\" { \\\\"}']],
	["braces of prose before it", 'set {x} or {messages} to {"a":1}', ['{"a":1}']],
	["doubled braces", '{{"a":1}}', ['{"a":1}']],
	["an unfinished one", '{"a":"b', ["unfinished"]],
	["an unfinished one hides its parts", '{"a":{"b":1},"c":"d', ["unfinished"]],
	["a broken one hides its parts before the break", '{"a":{"b":1},c}', []],
	["what follows a broken one", '{"a" b} {"c":1}', ['{"c":1}']],
	["a line break inside a string", '{"a":"b\nc"}', ['{"a":"b\nc"}']],
	["a trailing comma is broken", '{"a":1,}', []],
	["a key without a colon is broken", '{"a"}', []],
	["mismatched brackets are broken", '{"a":[1}] {"a":{"b":1]}', []],
])("finds %s", (_name, text, expected) => expect(found(text)).toEqual(expected));

test("any object is found whole behind and before any text without quotes and braces", () => {
	const prose = hostileText.map((text) => text.replaceAll(/["{}]/g, ""));
	fc.assert(
		fc.property(fc.dictionary(fc.string(), fc.jsonValue()), prose, prose, fc.constantFrom(0, 2), (value, before, after, indent) => {
			const json = JSON.stringify(value, undefined, indent);
			expect(found(before + json + after)).toEqual([json]);
		}),
	);
});

test("whatever JSON.parse takes as an object is found, and no place is outside the text or overlaps another", () => {
	fc.assert(
		fc.property(hostileText, (text) => {
			let from = 0;
			for (const { start, end } of jsonObjects(text)) {
				expect(start).toBeGreaterThanOrEqual(from);
				expect(text.charAt(start)).toBe("{");
				if (end === undefined) continue;
				expect(text.charAt(end - 1)).toBe("}");
				from = end;
			}
		}),
		{ numRuns: 500 },
	);
});

describe("a megabyte made to be scanned again and again is read in one pass or two", () => {
	test.each([
		["{", 1_000_000],
		['{"a":', 200_000],
		['{"', 500_000],
		['{"{', 300_000],
		['{"a{', 250_000],
		['{"\\"', 250_000],
		['{"\\', 300_000],
		['{"a":{"b":[', 90_000],
		['{"a":"{', 140_000],
		['{"a":"b","{":', 80_000],
		["{}", 500_000],
		['{"":{}', 150_000],
	])("%s × %d", (piece, times) => {
		let places = 0;
		for (const { start } of jsonObjects(piece.repeat(times))) places += start >= 0 ? 1 : 0;
		expect(places).toBeLessThanOrEqual(times);
	});
});
