import { openSqliteStore } from "@foldback/session-store/sqlite";
import { test } from "vitest";
import type { ChatStorage } from "./chat-storage.ts";
import { type OpenedChatStorage, testChatStorage } from "./conformance.ts";
import { temporaryPath } from "./folder.fixture.ts";
import { createMemoryChatStorage } from "./memory-chat-storage.ts";
import { SqliteChatStorage } from "./sqlite-chat-storage.ts";
import { SummarizingChatStorage } from "./summarizing-chat-storage.ts";
import { TransformingChatStorage } from "./transforming-chat-storage.ts";

const capabilities = { anyIds: true, exactLimits: true, copies: true, declinesSameRole: true };
const summarizing = (wrapping: ChatStorage) => new SummarizingChatStorage({ wrapping, summarizer: async (history, keepLast) => history.slice(-keepLast) });
/** Its buffers take over after the second exchange and hold what the raw history holds, so the whole contract goes through them. */
const buffered = (wrapping: ChatStorage) => new SummarizingChatStorage({ wrapping, summarizer: async (history) => history, triggerAt: 2, keepLast: 1 });
const transforming = (wrapping: ChatStorage) => new TransformingChatStorage({ wrapping, transform: (message) => message });

const inner: Readonly<Record<string, () => Promise<OpenedChatStorage>>> = {
	memory: async () => ({ storage: createMemoryChatStorage() }),
	SQLite: async () => {
		const storage = new SqliteChatStorage({ store: await openSqliteStore({ path: temporaryPath(), synchronous: "normal" }) });
		return { storage, close: () => storage.close() };
	},
};

const stacks: Readonly<Record<string, (wrapping: ChatStorage) => ChatStorage>> = {
	alone: (wrapping) => wrapping,
	summarizing,
	"summarizing, with buffers in use": buffered,
	transforming,
	"summarizing over transforming": (wrapping) => summarizing(transforming(wrapping)),
	"transforming over summarizing": (wrapping) => transforming(summarizing(wrapping)),
};

for (const [innerName, openInner] of Object.entries(inner)) {
	for (const [stackName, stack] of Object.entries(stacks)) {
		testChatStorage(test, {
			name: `${innerName}, ${stackName}`,
			open: async () => {
				const opened = await openInner();
				return { ...opened, storage: stack(opened.storage) };
			},
			capabilities,
		});
	}
}
