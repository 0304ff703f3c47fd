import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mergePinned } from "./merge-pinned.ts";

const keys = (...names: readonly string[]) => names.map((name) => ({ name }));

test.each([
	["an omitted key keeps its value", { a: "1", b: "2" }, { b: "3" }, ["a", "b"], { a: "1", b: "3" }],
	["null clears", { a: "1", b: "2" }, { a: null }, ["a", "b"], { b: "2" }],
	["null on the first fold is nothing (mastra PR20992, #21616)", {}, { a: null }, ["a"], {}],
	["an empty reply keeps all (mastra PR20992, #21616)", { a: "1" }, {}, ["a"], { a: "1" }],
	["an unconfigured key is ignored", { a: "1" }, { z: "9" }, ["a"], { a: "1" }],
	["a stored value of a key nobody configures any more stays", { old: "1" }, { old: "2", a: "3" }, ["a"], { old: "1", a: "3" }],
	["null cannot clear a key that is not known", { old: "1" }, { old: null }, [], { old: "1" }],
	["inherited names are no values", { a: "1" }, {}, ["constructor", "toString", "a"], { a: "1" }],
	["a key may be called constructor", {}, { constructor: "x" }, ["constructor"], { constructor: "x" }],
] as const)("%s", (_name, current, reply, known, expected) => {
	expect(mergePinned(current, reply, keys(...known))).toEqual(expected);
});

test("a reply cannot change the prototype of the result or of anything else", () => {
	const reply: Record<string, string> = Object.fromEntries([["__proto__", "polluted"]]);
	const merged = mergePinned({ a: "1" }, reply, keys("__proto__", "a"));
	expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
	expect(Object.hasOwn(merged, "__proto__")).toBe(true);
	expect(Object.prototype).not.toHaveProperty("polluted");
});

describe("laws", () => {
	const name = fc.constantFrom("a", "b", "c", "constructor", "null", "__proto__");
	const values = fc.dictionary(name, fc.string({ minLength: 1, maxLength: 5 }));
	const replies = fc.dictionary(name, fc.option(fc.string({ minLength: 1, maxLength: 5 }), { nil: null }));
	const known = fc.uniqueArray(name).map((names) => keys(...names));

	test("every key has the reply's value when known and given, else the current one", () => {
		fc.assert(
			fc.property(values, replies, known, (current, reply, knownKeys) => {
				const merged = mergePinned(current, reply, knownKeys);
				const names = new Set([...Object.keys(current), ...Object.keys(reply), ...Object.keys(merged)]);
				for (const each of names) {
					const asked = knownKeys.some((key) => key.name === each) && Object.hasOwn(reply, each);
					const before = Object.hasOwn(current, each) ? current[each] : undefined;
					const after = Object.hasOwn(merged, each) ? merged[each] : undefined;
					expect(after).toBe(asked ? (reply[each] ?? undefined) : before);
				}
			}),
		);
	});

	test("pure, idempotent, and never the text null where null was meant", () => {
		fc.assert(
			fc.property(values, replies, known, (current, reply, knownKeys) => {
				const before = JSON.stringify([current, reply]);
				const once = mergePinned(current, reply, knownKeys);
				expect(JSON.stringify([current, reply])).toBe(before);
				expect(mergePinned(once, reply, knownKeys)).toEqual(once);
				expect(mergePinned(current, {}, knownKeys)).toEqual(current);
				const given = [...Object.values(current), ...Object.values(reply)];
				if (!given.includes("null")) expect(Object.values(once)).not.toContain("null");
				expect(Object.values(once)).not.toContain(null);
			}),
		);
	});
});
