import { test } from "node:test";
import { testSessionStateStore } from "@foldback/store-conformance";
import { createMapStateStore } from "./map-state-store.fixture.ts";

testSessionStateStore(test, {
	name: "map",
	open: async () => ({ store: createMapStateStore() }),
	capabilities: { sharedFlows: true },
});
