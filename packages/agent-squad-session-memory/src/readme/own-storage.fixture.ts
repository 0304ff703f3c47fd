import { createMemoryChatStorage } from "@foldback/agent-squad-session-memory";
import { testChatStorage } from "@foldback/agent-squad-session-memory/conformance";
import { test } from "vitest";

testChatStorage(test, {
	name: "my storage",
	open: async () => ({ storage: createMemoryChatStorage() }),
	capabilities: { anyIds: true, exactLimits: true, copies: true, declinesSameRole: true },
});
