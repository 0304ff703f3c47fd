import { testSessionStateStore } from "@foldback/store-conformance";
import { test } from "vitest";
import { createMapStateStore } from "./map-state-store.fixture.ts";

testSessionStateStore(test, {
	name: "map",
	open: async () => ({ store: createMapStateStore() }),
	capabilities: { sharedFlows: true },
});
