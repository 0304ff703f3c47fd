import assert from "node:assert/strict";
import type { Capabilities, OpenedStates } from "../harness.ts";
import type { Case } from "../suite.ts";

/** A capability that is there and not declared would go untested. */
export function stateCapabilityCases({ checksHistory = false, journal = false }: Capabilities): readonly Case<OpenedStates>[] {
	return [
		{
			name: "the state store is what the harness declares",
			run: async ({ store, rows }) => {
				assert.equal(store.checksHistory ?? false, checksHistory, "checksHistory");
				assert.equal(store.journal !== undefined, journal, "journal");
				if (checksHistory) assert.ok(rows, "A store with checksHistory must be opened with `rows`.");
			},
		},
	];
}
