import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ConfigurationError } from "./errors.ts";
import { hostileText } from "./hostile-text.fixture.ts";
import { checkPinnedKeys, parsePinnedKey } from "./pinned-keys.ts";

const key = (name: string, description = "") => ({ name, description });

describe("parsePinnedKey", () => {
	test.each([
		["cluster", key("cluster")],
		["cluster: where the project runs", key("cluster", "where the project runs")],
		["  cluster  :  a: b  ", key("cluster", "a: b")],
		["cluster:", key("cluster")],
		["Größe in cm", key("Größe in cm")],
		["プロジェクト: 名前", key("プロジェクト", "名前")],
		["हिन्दी", key("हिन्दी")],
		["3rd-party_v1.2", key("3rd-party_v1.2")],
		["cafe\u0301", key("caf\u00e9")],
		["constructor", key("constructor")],
		["a".repeat(64), key("a".repeat(64))],
	])("%j", (entry, expected) => expect(parsePinnedKey(entry)).toEqual(expected));

	test.each(["", "   ", ": only a description", "_private", "-x", "a/b", "a\nb", "a<b", 'a"b', "__proto__", "\u{1f600}", "a".repeat(65), "a\u0000"])(
		"%j is malformed, and the error says which entry and what is allowed",
		(entry) => {
			expect(() => parsePinnedKey(entry)).toThrow(ConfigurationError);
			expect(() => parsePinnedKey(entry)).toThrow(/^pinnedKeys has the entry ".*", but a name has 1 to 64 characters/s);
			expect(() => parsePinnedKey(entry)).toThrow(JSON.stringify(entry).slice(1, 60).replace(/"$/, ""));
		},
	);

	test("a description has at most 200 characters and one line", () => {
		expect(parsePinnedKey(`a: ${"\u{1f600}".repeat(200)}`).description).toBe("\u{1f600}".repeat(200));
		expect(() => parsePinnedKey(`a: ${"x".repeat(201)}`)).toThrow("at most 200 characters");
		for (const separator of ["\n", "\r", "\u2028", "\u0085", "\0"]) expect(() => parsePinnedKey(`a: b${separator}c`)).toThrow("no line breaks");
	});

	test("a long entry is shortened in the error", () => {
		expect(() => parsePinnedKey("x".repeat(5000))).toThrow(/^.{100,400}$/s);
	});

	test("any string is either a clean key or a ConfigurationError", () => {
		fc.assert(
			fc.property(hostileText, (entry) => {
				try {
					const { name, description } = parsePinnedKey(entry);
					expect(name).toBe(name.trim());
					expect([...name].length).toBeGreaterThan(0);
					expect([...name].length).toBeLessThanOrEqual(64);
					expect((name + description).isWellFormed()).toBe(true);
					expect(description).not.toMatch(/[\n\r\u2028\u2029\u0085]/);
					expect(parsePinnedKey(`${name}: ${description}`)).toEqual({ name, description });
				} catch (error) {
					if (!ConfigurationError.isInstance(error)) throw error;
					expect(error.option).toBe("pinnedKeys");
				}
			}),
			{ numRuns: 500 },
		);
	});
});

describe("checkPinnedKeys", () => {
	test("keeps the order and cleans the parts", () => {
		expect(checkPinnedKeys([key(" b "), key("a", " what ")])).toEqual([key("b"), key("a", "what")]);
		expect(checkPinnedKeys([])).toEqual([]);
	});

	test.each([
		["cluster", "cluster"],
		["cluster", " Cluster"],
		["caf\u00e9", "CAFE\u0301"],
	])("%j and %j are one name", (first, second) => {
		expect(() => checkPinnedKeys([key(first), key("other"), key(second)])).toThrow(/pinnedKeys holds ".+" twice/);
	});

	test("32 keys are enough for everybody, 33 are an error", () => {
		const keys = Array.from({ length: 33 }, (_, index) => key(`key ${index}`));
		expect(checkPinnedKeys(keys.slice(1))).toHaveLength(32);
		expect(() => checkPinnedKeys(keys)).toThrow("pinnedKeys holds 33 keys, but at most 32 are allowed.");
	});

	test("a malformed name among good ones is named", () => {
		expect(() => checkPinnedKeys([key("good"), key("a/b")])).toThrow('"a/b"');
	});
});
