import { expect, test } from "vitest";
import { keyProblem } from "./key-problem.ts";

test("a key is what a header can carry", () => {
	expect(keyProblem("fb_0aZ-9_~")).toBeUndefined();
	expect(keyProblem("")).toContain("Enter");
	for (const key of ["two words", "schlüssel", "a\nb"]) expect(keyProblem(key)).toContain("neither spaces");
});
