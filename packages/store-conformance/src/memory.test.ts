import type { SessionMessage } from "@foldback/session-compressor";
import { createArraySource, createMemoryStateStore } from "@foldback/session-compressor/memory";
import { test } from "vitest";
import type { OpenedSource } from "./harness.ts";
import { memoryHarness } from "./memory-harness.fixture.ts";
import { testMessageSource } from "./message-source.ts";
import { testMessageStoreInvalidation } from "./message-store-invalidation.ts";
import { testSessionStateStore } from "./session-state-store.ts";

testSessionStateStore(test, memoryHarness);
testMessageSource(test, memoryHarness);
testMessageStoreInvalidation(test, memoryHarness);

testSessionStateStore(test, {
	name: "memory beside a foreign history",
	open: async () => ({ store: createMemoryStateStore({ now: Date.now }) }),
	capabilities: { journal: true, sharedFlows: true },
});

testMessageSource(test, { name: "array", open: async () => openArray(), capabilities: { digest: true } });

/** An array whose owner pushes, replaces and splices. */
function openArray(): OpenedSource {
	let messages: readonly SessionMessage[] = [];
	let ids = 0;
	const unsupported = async () => {
		throw new Error("An array is one session.");
	};
	return {
		source: createArraySource(() => messages),
		rows: {
			append: async (_scope, { text, role = "user", files = [] }) => {
				const row = { id: `message ${ids++}`, revision: 0 };
				messages = [...messages, { ...row, text, role, files }];
				return { ...row, timestampMs: 0 };
			},
			update: async (_scope, id, { text = "" }) => {
				messages = messages.map((message) => (message.id === id ? { ...message, text } : message));
				return { id, revision: 0, timestampMs: 0 };
			},
			delete: async (_scope, ids) => {
				messages = messages.filter((message) => !ids.includes(message.id));
			},
			renameSession: unsupported,
			deleteSession: unsupported,
		},
	};
}
