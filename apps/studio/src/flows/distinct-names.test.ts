import { expect, test } from "vitest";
import { withDistinctNames } from "./distinct-names.ts";

test("a name that is taken gets a number, the first that is free", () => {
	expect(withDistinctNames({ name: "Support", data: {} }, ["Other"])).toEqual({ name: "Support", data: {} });
	expect(withDistinctNames({ name: "Support", data: {} }, ["Support"])).toEqual({ name: "Support (1)", data: {} });
	expect(withDistinctNames({ name: "Support" }, ["Support", "Support (1)", "Support (3)"])).toEqual({ name: "Support (2)" });
});

test("the flows of one file differ too", () => {
	expect(withDistinctNames([{ name: "A" }, { name: "A" }, { name: "B" }], ["B"])).toEqual([{ name: "A" }, { name: "A (1)" }, { name: "B (1)" }]);
	expect(withDistinctNames({ flows: [{ name: "A" }], more: 1 }, ["A"])).toEqual({ flows: [{ name: "A (1)" }], more: 1 });
});

test("a long name keeps to what a name may be, and what is no flow stays as it is", () => {
	const long = "x".repeat(200);
	expect(withDistinctNames({ name: long }, [long])).toEqual({ name: `${"x".repeat(196)} (1)` });
	for (const file of [7, null, "text", [7], { flows: 7 }, { name: 7 }]) expect(withDistinctNames(file, ["7"])).toEqual(file);
});
