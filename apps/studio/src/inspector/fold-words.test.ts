import { replyFailureCodes, transientFailureCodes } from "@foldback/session-compressor";
import { expect, it } from "vitest";
import { outcomeOf, reasonOf, resultText } from "./fold-words.ts";

it.each([...replyFailureCodes, ...transientFailureCodes])("has words for the failure %s", (code) => {
	expect(reasonOf({ code })).not.toContain(code);
});

it("has words for every outcome, and shows a code that it does not know", () => {
	expect(reasonOf({ code: null })).toBeUndefined();
	expect(reasonOf({ code: "new-code" })).toContain("new-code");
	expect(outcomeOf({ outcome: "passed-over" }).label).toBe("Passed over");
	expect(outcomeOf({ outcome: "other" })).toEqual({ label: "other", tone: "neutral" });
});

it("says how a fold on request went", () => {
	expect(resultText({ outcome: "saved", folds: 3 })).toContain("3 folds");
	expect(resultText({ outcome: "failed", code: "timeout" })).toContain("took too long");
});
