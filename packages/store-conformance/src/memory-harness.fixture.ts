import type { Harness, OpenedMemory } from "./harness.ts";
import { openReference } from "./model/reference.ts";

/** The reference store over the reference log. */
export const memoryHarness: Harness<OpenedMemory> = {
	name: "memory",
	open: async () => openReference(),
	capabilities: {
		checksHistory: true,
		journal: true,
		scopes: true,
		sharedFlows: true,
		ineligibleRows: true,
		ordersByTime: true,
		revisions: true,
		digest: true,
	},
};
