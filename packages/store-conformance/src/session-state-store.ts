import type { Harness, OpenedStates, RegisterTest } from "./harness.ts";
import { stateCapabilityCases } from "./state/capabilities.ts";
import { cloningCases } from "./state/cloning.ts";
import { compareAndSwapCases } from "./state/compare-and-swap.ts";
import { incarnationCases } from "./state/incarnation.ts";
import { isolationCases } from "./state/isolation.ts";
import { journalCases } from "./state/journal.ts";
import { noRowsCases } from "./state/no-rows.ts";
import { roundTripCases } from "./state/round-trip.ts";
import { staleHistoryCases } from "./state/stale-history.ts";
import { valueCases } from "./state/values.ts";
import { registerCases } from "./suite.ts";

/** What every `SessionStateStore` must do, and with `checksHistory` what its saves must refuse. */
export function testSessionStateStore(test: RegisterTest, harness: Harness<OpenedStates>): void {
	registerCases(test, harness, [
		...stateCapabilityCases(harness.capabilities),
		...roundTripCases,
		...compareAndSwapCases,
		...incarnationCases,
		...isolationCases,
		...valueCases,
		...cloningCases,
		...journalCases,
		...noRowsCases,
		...staleHistoryCases,
	]);
}
