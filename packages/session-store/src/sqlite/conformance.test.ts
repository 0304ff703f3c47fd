import { testMessageSource, testMessageStoreInvalidation, testSessionStateStore } from "@foldback/store-conformance";
import { test } from "vitest";
import { openFirst, openSecond } from "./conformance.fixture.ts";

const harness = {
	name: "sqlite",
	open: openFirst,
	openSecond,
	capabilities: { checksHistory: true, journal: true, scopes: true, ineligibleRows: true, ordersByTime: true, revisions: true, deletesFlows: true },
	timeoutMs: 30_000,
} as const;

testSessionStateStore(test, harness);
testMessageSource(test, harness);
testMessageStoreInvalidation(test, harness);
