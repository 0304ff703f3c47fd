import type { ChatStorage, ConversationMessage } from "../chat-storage.ts";

/** Registers one case. `test` of vitest and of `node:test` both fit. */
export type RegisterTest = (name: string, body: () => Promise<void>) => unknown;

/** In what storages may differ. Absent means no; a case is registered only when the storage has what it needs. */
export interface ChatStorageCapabilities {
	/** User, session and agent ids may hold anything. The package's own storages join them with `#`. */
	readonly anyIds?: boolean;
	/** `maxHistorySize` is a limit for every number, 0 and 1 included. The package's own in-memory storage gives everything back for both. */
	readonly exactLimits?: boolean;
	/** Messages go in and out as copies. */
	readonly copies?: boolean;
	/** A message with the role of the chat's last one is not stored. */
	readonly declinesSameRole?: boolean;
}

export interface OpenedChatStorage {
	readonly storage: ChatStorage;
	close?(): Promise<void>;
}

export interface ChatStorageHarness {
	/** Starts the name of every case. */
	readonly name: string;
	/** Opens a new, empty storage; called once per case. */
	open(): Promise<OpenedChatStorage>;
	readonly capabilities: ChatStorageCapabilities;
}

export interface Case {
	readonly name: string;
	readonly needs?: readonly (keyof ChatStorageCapabilities)[];
	run(storage: ChatStorage): Promise<void>;
}

export function user(text: string): ConversationMessage {
	return { role: "user", content: [{ text }] };
}

export function assistant(text: string): ConversationMessage {
	return { role: "assistant", content: [{ text }] };
}

/** Saves exchanges `from`, `from + 1`, … as `question n` and `answer n`, one call after the other. */
export async function converse(storage: ChatStorage, [userId, sessionId, agentId]: readonly [string, string, string], exchanges: number, from = 1) {
	for (let place = from; place < from + exchanges; place += 1) {
		await storage.saveChatMessage(userId, sessionId, agentId, user(`question ${place}`));
		await storage.saveChatMessage(userId, sessionId, agentId, assistant(`answer ${place}`));
	}
}

/** Text of the first part of each message, as agents read it. */
export function textsOf(messages: readonly ConversationMessage[]): string[] {
	return messages.map(({ content }) => {
		const text: unknown = Reflect.get(Object(content?.[0]), "text");
		return typeof text === "string" ? text : "";
	});
}
