import { judgeAudit, judgeLicences } from "@foldback/testing/dependencies";
import { expect, test } from "vitest";

const advisories = (severity: string) => ({
	stdout: JSON.stringify({ advisories: { 1: { module_name: "x", severity, title: "Bad", url: "u" } }, metadata: {} }),
	stderr: "",
});

test.each([
	["no advisory", { stdout: '{"advisories": {}, "metadata": {}}', stderr: "" }, "passed"],
	["a moderate one", advisories("moderate"), "passed"],
	["a high one", advisories("high"), "failed"],
	["a critical one", advisories("critical"), "failed"],
	["a registry without advisories", { stdout: "", stderr: "Error: ERR_PNPM_AUDIT_BAD_RESPONSE\n × The audit endpoint responded with 405" }, "unknown"],
	["no network", { stdout: "", stderr: "getaddrinfo ENOTFOUND registry.npmjs.org" }, "unknown"],
	["a pnpm that fails for another reason", { stdout: "", stderr: "unknown option" }, "failed"],
])("audit: %s", (_what, output, outcome) => {
	expect(judgeAudit(output).outcome).toBe(outcome);
});

test.each([
	["MIT", "passed"],
	["(GPL-3.0 OR MIT)", "passed"],
	["MIT AND Apache-2.0", "passed"],
	["MIT AND GPL-3.0", "failed"],
	["GPL-3.0-or-later", "failed"],
	["Unknown", "failed"],
])("licence %s: %s", (licence, outcome) => {
	expect(judgeLicences(JSON.stringify({ MIT: [{ name: "a" }], [licence]: [{ name: "b" }] })).outcome).toBe(outcome);
});

test("no list is a failure", () => {
	expect(judgeLicences("").outcome).toBe("failed");
});
