import type { Harness, OpenedMemory, RegisterTest } from "./harness.ts";
import { contextCases } from "./history/contexts.ts";
import { invalidationCases } from "./history/invalidation.ts";
import { overrideCases } from "./history/overrides.ts";
import { raceCases } from "./history/races.ts";
import { sessionCases } from "./history/sessions.ts";
import { modelCases } from "./model/cases.ts";
import { registerCases } from "./suite.ts";

/** What writes of message rows must do to the memory, for stores that see the rows (`checksHistory`). */
export function testMessageStoreInvalidation(test: RegisterTest, harness: Harness<OpenedMemory>): void {
	registerCases(test, harness, [...invalidationCases, ...contextCases, ...overrideCases, ...sessionCases, ...raceCases, ...modelCases]);
}
