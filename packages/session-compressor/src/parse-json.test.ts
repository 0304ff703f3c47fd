import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hostileText } from "./hostile-text.fixture.ts";
import { numeralText, parseJson } from "./parse-json.ts";

test("what is no JSON is undefined, what is null is not", () => {
	for (const text of ["", "x", "{", "{'a':1}", "[1,]", "undefined"]) expect(parseJson(text)).toBeUndefined();
	expect(parseJson("null")).toEqual({ value: null });
	expect(parseJson(' {"a":["b",true]} ')).toEqual({ value: { a: ["b", true] } });
});

test.each(["0", "-1", "1.10", "4111111111111111111", "1e3", "1e999"])("the number %s is kept as it was written", (text) => {
	expect(numeralText(parseJson(text)?.value)).toBe(text);
});

test("nothing but a number of parseJson has a numeral text", () => {
	for (const value of [1, "1", null, undefined, {}, [], { numeral: "1" }, parseJson('{"a":1}')?.value]) expect(numeralText(value)).toBeUndefined();
});

describe("control characters inside strings", () => {
	test("are taken as they are", () => {
		expect(parseJson('{"summary":\n\t"- one\n- two\ttabbed\r\n- three\u0001"}')).toEqual({ value: { summary: "- one\n- two\ttabbed\r\n- three\u0001" } });
		expect(parseJson('{"a":"quote \\" and \\\\","b":"x\ny"}')).toEqual({ value: { a: 'quote " and \\', b: "x\ny" } });
	});

	test("outside strings they are still an error", () => {
		expect(parseJson('{"a":\u00011}')).toBeUndefined();
		expect(parseJson('{\0"a":"b\nc"}')).toBeUndefined();
	});

	test("any text between quotes reads back", () => {
		fc.assert(
			fc.property(hostileText, (text) => {
				const loose = text.replaceAll(/["\\]/g, "");
				expect(parseJson(`{"a":"${loose}"}`)).toEqual({ value: { a: loose } });
			}),
		);
	});
});

test("nesting deeper than the host can read is no JSON, not a crash", () => {
	const depth = 500_000;
	expect(() => parseJson(`${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`)).not.toThrow();
	expect(parseJson("[".repeat(depth))).toBeUndefined();
});

test("an own __proto__ is data", () => {
	const value = parseJson('{"__proto__":{"polluted":"x"}}')?.value;
	expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
	expect({}).not.toHaveProperty("polluted");
});
