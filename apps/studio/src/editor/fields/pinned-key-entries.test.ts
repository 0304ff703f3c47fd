import { expect, test } from "vitest";
import { pinnedKeyEntries, pinnedKeyProblem } from "./pinned-key-entries.ts";

test("entries of a list, of one text, of nothing", () => {
	expect(pinnedKeyEntries(["a", "", " ", 7, "b: c"])).toEqual(["a", "b: c"]);
	expect(pinnedKeyEntries("cluster")).toEqual(["cluster"]);
	expect(pinnedKeyEntries("")).toEqual([]);
	expect(pinnedKeyEntries(null)).toEqual([]);
});

test.each([
	[[], "cluster"],
	[["cluster"], "project_id: the project that the user works on"],
])("%j and %j go together", (entries, entry) => expect(pinnedKeyProblem(entries, entry)).toBeUndefined());

test.each([
	[["cluster"], "Cluster", /^"Cluster" twice/],
	[[], "a/b", /^"a\/b", but a name has 1 to 64 characters/],
	[[], ": no name", /a name has 1 to 64/],
])("%j does not take %j", (entries, entry, words) => expect(pinnedKeyProblem(entries, entry)).toMatch(words));
