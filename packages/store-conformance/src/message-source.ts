import type { Harness, OpenedSource, RegisterTest } from "./harness.ts";
import { sourceCapabilityCases } from "./source/capabilities.ts";
import { changeCases } from "./source/changes.ts";
import { eligibilityCases } from "./source/eligibility.ts";
import { readingCases } from "./source/reading.ts";
import { scopeCases } from "./source/scopes.ts";
import { registerCases } from "./suite.ts";

/** What every `MessageSource` must do. */
export function testMessageSource(test: RegisterTest, harness: Harness<OpenedSource>): void {
	registerCases(test, harness, [...sourceCapabilityCases(harness.capabilities), ...readingCases, ...changeCases, ...eligibilityCases, ...scopeCases]);
}
