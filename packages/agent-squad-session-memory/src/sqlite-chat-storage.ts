import type { MessageFilter, MessageRecord, SessionStore } from "@foldback/session-store";
import { openSqliteStore, type SqliteStoreOptions } from "@foldback/session-store/sqlite";
import { fromChatRow, toChatRow } from "./chat-row.ts";
import { type ChatKey, type ChatStorage, type ConversationMessage, chatKeyText } from "./chat-storage.ts";
import { isSameRoleAsLast, labelled } from "./contract-rules.ts";
import { createKeyedLanes } from "./keyed-lanes.ts";
import { createSquadFlows, type SquadFlows } from "./squad-flow.ts";
import { newestWhole } from "./whole-exchanges.ts";

const pageRows = 1_000;

/**
 * Agent Squad's contract on Foldback's message store. Ids may hold anything. `maxHistorySize` limits what is given back; no message is ever removed for
 * it. A message whose role is that of the chat's last one is not stored, as in the package's own storages.
 */
export class SqliteChatStorage implements ChatStorage {
	readonly #store: SessionStore;
	readonly #flows: SquadFlows;
	readonly #lanes = createKeyedLanes();

	/** `store`: an open one, which may hold flows and messages of other kinds too. */
	constructor({ store }: { readonly store: SessionStore }) {
		this.#store = store;
		this.#flows = createSquadFlows(store.flows);
	}

	saveChatMessage(userId: string, sessionId: string, agentId: string, newMessage: ConversationMessage, maxHistorySize?: number) {
		const key: ChatKey = { userId, sessionId, agentId };
		const message = structuredClone(newMessage);
		return this.#lanes.run(chatKeyText(key), async () => {
			const newest = await this.#newest(key, 1);
			if (!isSameRoleAsLast(newest, message)) await this.#append(key, message);
			return this.fetchChat(userId, sessionId, agentId, maxHistorySize);
		});
	}

	async fetchChat(userId: string, sessionId: string, agentId: string, maxHistorySize?: number): Promise<ConversationMessage[]> {
		const key: ChatKey = { userId, sessionId, agentId };
		if (maxHistorySize === undefined) return (await this.#rows(userId, { sessionId, contextId: agentId })).map(fromChatRow);
		const count = Math.floor(maxHistorySize);
		return count >= 1 ? [...newestWhole(await this.#newest(key, count), count)] : [];
	}

	async fetchAllChats(userId: string, sessionId: string): Promise<ConversationMessage[]> {
		return (await this.#rows(userId, { sessionId })).map((row) => labelled(fromChatRow(row), row.contextId));
	}

	isConsecutiveMessage(conversation: ConversationMessage[], newMessage: ConversationMessage): boolean {
		return isSameRoleAsLast(conversation, newMessage);
	}

	/** Closes the store, the given one too. */
	close(): Promise<void> {
		return this.#store.close();
	}

	async #append(key: ChatKey, message: ConversationMessage): Promise<void> {
		for (let attempt = 1; attempt <= 2; attempt += 1) {
			const flowId = await this.#flows.ensure(key.userId);
			if ((await this.#store.messages.append(toChatRow(flowId, key, message))).stored) return;
			this.#flows.forget(key.userId);
		}
		throw new Error(`The flow row for Agent Squad's chats of user ${JSON.stringify(key.userId)} was deleted while a message was saved: save it again.`);
	}

	async #newest({ userId, sessionId, agentId }: ChatKey, limit: number): Promise<ConversationMessage[]> {
		const flowId = await this.#flows.find(userId);
		if (flowId === undefined) return [];
		const rows = await this.#store.messages.list(userId, { flowId, sessionId, contextId: agentId, order: "descending", limit });
		return [...rows].reverse().map(fromChatRow);
	}

	/** All rows that fit, oldest first, in pages by index. */
	async #rows(userId: string, filter: MessageFilter): Promise<readonly MessageRecord[]> {
		const flowId = await this.#flows.find(userId);
		if (flowId === undefined) return [];
		const rows: MessageRecord[] = [];
		for (;;) {
			const last = rows.at(-1);
			const after = last && { after: { timestampMs: last.timestampMs, id: last.id } };
			const page = await this.#store.messages.list(userId, { ...filter, flowId, limit: pageRows, ...after });
			rows.push(...page);
			if (page.length < pageRows) return rows;
		}
	}
}

/** Opens an SQLite file as a storage, creating it where needed. @throws StoreError when the file cannot be used. */
export async function openSqliteChatStorage(options: SqliteStoreOptions): Promise<SqliteChatStorage> {
	return new SqliteChatStorage({ store: await openSqliteStore(options) });
}
