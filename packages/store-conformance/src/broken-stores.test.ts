import type { SessionScope, SessionStateStore } from "@foldback/session-compressor";
import { createMemoryStateStore } from "@foldback/session-compressor/memory";
import { describe, expect, test } from "vitest";
import { brokenInvalidations } from "./broken-invalidation.fixture.ts";
import { type BrokenStore, brokenSaves } from "./broken-saves.fixture.ts";
import { brokenSources } from "./broken-sources.fixture.ts";
import { assertionFailure, collectFailures, type Failure } from "./collect-failures.fixture.ts";
import type { RegisterTest } from "./harness.ts";
import { memoryHarness } from "./memory-harness.fixture.ts";
import { testMessageSource } from "./message-source.ts";
import { testMessageStoreInvalidation } from "./message-store-invalidation.ts";
import { testSessionStateStore } from "./session-state-store.ts";

const brokenStores = [...brokenSaves, ...brokenInvalidations];
const random = "under random writes";

function suites({ open }: BrokenStore): (test: RegisterTest) => void {
	const harness = { ...memoryHarness, name: "broken", open: async () => open() };
	return (register) => {
		testSessionStateStore(register, harness);
		testMessageStoreInvalidation(register, harness);
	};
}

describe("the written cases find a store where", () => {
	test.each(brokenStores)("$name", async (store) => {
		expect(await collectFailures(suites(store), (name) => name.includes(store.found))).toContainEqual(assertionFailure);
	});

	test("scopes are joined to one text", async () => {
		const failures = await collectFailures((register) =>
			testSessionStateStore(register, {
				name: "joined",
				open: async () => ({ store: joiningScopes(createMemoryStateStore({ now: Date.now })) }),
				capabilities: { journal: true, sharedFlows: true },
			}),
		);
		expect(failures.map(({ name }) => name)).toEqual(expect.arrayContaining([expect.stringContaining("look alike"), expect.stringContaining("two users")]));
	});
});

describe("random operations find a store where", () => {
	const found = [
		"the last writer wins",
		"revisions are not compared",
		"inserted rows are not seen",
		"an edit does not invalidate",
		"a snapshot that ends at the row survives",
	];
	test.each(brokenStores.filter(({ name }) => found.includes(name)))("$name", async (store) => {
		let failures: readonly Failure[] = [];
		for (let attempt = 0; attempt < 5 && failures.length === 0; attempt++) failures = await collectFailures(suites(store), (name) => name.includes(random));
		expect(failures).toHaveLength(1);
	});
});

describe("the suite finds a source where", () => {
	test.each(brokenSources)("$name", async ({ found, open }) => {
		const harness = { ...memoryHarness, name: "broken", open: async () => open() };
		expect(
			await collectFailures(
				(register) => testMessageSource(register, harness),
				(one) => one.includes(found),
			),
		).toContainEqual(assertionFailure);
	});
});

test("the suite finds a store that never answers", async () => {
	const open = async () => ({ store: { ...createMemoryStateStore({ now: Date.now }), load: () => new Promise<never>(() => {}) } });
	const failures = await collectFailures(
		(register) => testSessionStateStore(register, { name: "silent", open, capabilities: { journal: true }, timeoutMs: 20 }),
		(name) => name.includes("a scope of which nothing was saved"),
	);
	expect(failures).toHaveLength(1);
});

test("a capability that is there and not declared fails, as does one that is declared and not there", async () => {
	const open = async () => ({ store: createMemoryStateStore({ now: Date.now }) });
	for (const capabilities of [{}, { journal: true, checksHistory: true }]) {
		const failures = await collectFailures(
			(register) => testSessionStateStore(register, { name: "declared", open, capabilities }),
			(name) => name.includes("is what the harness declares"),
		);
		expect(failures).toHaveLength(1);
	}
});

function joiningScopes(store: SessionStateStore): SessionStateStore {
	const joined = ({ flowId, userId, sessionId, contextId }: SessionScope): SessionScope => ({
		flowId: "",
		userId: "",
		sessionId: [flowId, userId, sessionId, contextId].map((part) => part.trim()).join(":"),
		contextId: "",
	});
	return {
		load: (scope) => store.load(joined(scope)),
		save: (scope, ...rest) => store.save(joined(scope), ...rest),
		delete: (scope) => store.delete(joined(scope)),
		...(store.journal && {
			journal: {
				append: (scope, attempt) => store.journal?.append(joined(scope), attempt) ?? Promise.resolve(),
				list: (scope, options) => store.journal?.list(joined(scope), options) ?? Promise.resolve([]),
			},
		}),
	};
}
