import { expect, test } from "vitest";
import { assistant, textsOf, user } from "./conformance/harness.ts";
import { keptCount, newestWhole } from "./whole-exchanges.ts";

/** `u` is a user message, `a` an assistant's. */
const chatOf = (roles: string) => [...roles].map((role, place) => (role === "u" ? user(String(place)) : assistant(String(place))));

test.each([
	["uauaua", 2, 2],
	["uauaua", 1, 2],
	["uauaua", 3, 4],
	["uauau", 2, 3],
	["uauau", 1, 1],
	["uaaaa", 2, 2],
	["aaaa", 2, 2],
	["ua", 2, 2],
	["ua", 5, 2],
	["", 2, 0],
])("of %s with keepLast %i, %i messages are kept", (roles, keepLast, kept) => {
	expect(keptCount(chatOf(roles), keepLast)).toBe(kept);
});

test.each([
	["uaua", 2, ["2", "3"]],
	["uaua", 3, ["2", "3"]],
	["uaua", 1, []],
	["uau", 1, ["2"]],
	["uaua", 2.9, ["2", "3"]],
	["uaua", Number.POSITIVE_INFINITY, ["0", "1", "2", "3"]],
	["aa", 2, []],
])("of %s, the newest %d whole", (roles, max, wanted) => {
	expect(textsOf(newestWhole(chatOf(roles), max))).toEqual(wanted);
});
