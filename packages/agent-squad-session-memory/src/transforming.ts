import type { ChatStorage, ConversationMessage } from "./chat-storage.ts";
import { checkFunction, checkStorage } from "./check-options.ts";
import { roleRuleOf } from "./contract-rules.ts";
import { createKeyedLanes } from "./keyed-lanes.ts";
import { isMessage } from "./message-json.ts";

/** Gets a copy of a message and returns what is stored instead; `undefined` drops the message, a throw fails the save. */
export type MessageTransform = (message: ConversationMessage) => ConversationMessage | undefined | Promise<ConversationMessage | undefined>;

export interface TransformingOptions {
	readonly wrapping: ChatStorage;
	readonly transform: MessageTransform;
}

/**
 * The functions of a `TransformingChatStorage`: saves go through `transform`, reads pass through. The saves of a session reach the wrapped storage
 * in the order they came, however long each transform takes.
 * @throws ConfigurationError for options that cannot be used.
 */
export function createTransforming({ wrapping, transform }: TransformingOptions): ChatStorage {
	checkStorage("wrapping", wrapping);
	checkFunction("transform", transform);
	const lanes = createKeyedLanes();
	return {
		saveChatMessage: (userId, sessionId, agentId, newMessage, maxHistorySize) => {
			const message = structuredClone(newMessage);
			return lanes.run(JSON.stringify([userId, sessionId]), async () => {
				const transformed: unknown = await transform(message);
				if (transformed === undefined) return wrapping.fetchChat(userId, sessionId, agentId, maxHistorySize);
				if (isMessage(transformed)) return wrapping.saveChatMessage(userId, sessionId, agentId, transformed, maxHistorySize);
				const got = transformed === null ? "null" : typeof transformed;
				throw new TypeError(`transform returned ${got}, but must return a message, or undefined to drop it.`);
			});
		},
		fetchChat: (userId, sessionId, agentId, maxHistorySize) => wrapping.fetchChat(userId, sessionId, agentId, maxHistorySize),
		fetchAllChats: (userId, sessionId) => wrapping.fetchAllChats(userId, sessionId),
		...roleRuleOf(wrapping),
	};
}
