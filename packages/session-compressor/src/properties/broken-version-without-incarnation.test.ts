import { expect, test } from "vitest";
import type { SessionStateStore } from "../session-state-store.ts";
import { findViolation } from "./find-violation.fixture.ts";

/** Compares version numbers only: an older fold wins over a state that was dropped and built again up to the same number. */
function versionOnly(store: SessionStateStore): SessionStateStore {
	return {
		...store,
		async save(scope, next, options) {
			const current = await store.load(scope);
			const { expected } = options;
			if (expected === "absent" || current?.version !== expected.version) return await store.save(scope, next, options);
			return await store.save(scope, next, { ...options, expected: current });
		},
	};
}

test("a store that compares versions without incarnations is found: old text comes back", async () => {
	expect(await findViolation({ store: versionOnly })).toMatch(/the summary holds|the override/);
});
