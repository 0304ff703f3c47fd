import { appended, caughtUp, openedBuffer } from "./buffer-changes.ts";
import type { ChatBuffer } from "./buffer-store.ts";
import { type ChatKey, type ConversationMessage, chatKeyText } from "./chat-storage.ts";
import type { SummarizingSetup } from "./summarizing-options.ts";

const rememberedChats = 10_000;

/** The buffers of the chats, kept in step with the raw history. `open` and `add` of one chat must not run at the same time within a process. */
export interface BufferedChats {
	/** @returns undefined while the chat has none. */
	load(key: ChatKey): Promise<ChatBuffer | undefined>;
	/** Gives the chat a buffer when its raw history is long enough. @returns that history when it is not. */
	open(key: ChatKey): Promise<{ readonly buffer: ChatBuffer } | { readonly raw: ConversationMessage[] }>;
	/** After a raw save. `known`: whether the chat had a buffer before it. @returns the buffer with the message, undefined when there is none. */
	add(key: ChatKey, message: ConversationMessage, known: boolean): Promise<ChatBuffer | undefined>;
	/** Applies a change to the stored buffer, again when somebody else's came first. @returns undefined when there is none any more. */
	change(key: ChatKey, change: (buffer: ChatBuffer) => ChatBuffer): Promise<ChatBuffer | undefined>;
}

export function createBufferedChats({ wrapping, store, maxMessages }: SummarizingSetup): BufferedChats {
	/** Chats of a shared store whose buffer this process has compared with the raw history. */
	const compared = new Set<string>();
	const isCompared = (key: ChatKey) => !store.shared || compared.has(chatKeyText(key));
	const markCompared = (key: ChatKey) => {
		if (compared.size >= rememberedChats) compared.clear();
		compared.add(chatKeyText(key));
	};
	const fetchRaw = (key: ChatKey) => wrapping.fetchChat(key.userId, key.sessionId, key.agentId);

	async function change(key: ChatKey, changing: (buffer: ChatBuffer) => ChatBuffer): Promise<ChatBuffer | undefined> {
		for (;;) {
			const stored = await store.load(key);
			if (!stored) return undefined;
			const next = changing(stored.buffer);
			if (next === stored.buffer) return next;
			if ((await store.save(key, next, stored.version)).saved) return next;
		}
	}

	async function catchUp(key: ChatKey): Promise<ChatBuffer | undefined> {
		const raw = await fetchRaw(key);
		const buffer = await change(key, (current) => caughtUp(current, raw) ?? current);
		markCompared(key);
		return buffer;
	}

	async function open(key: ChatKey) {
		const existing = await store.load(key);
		if (existing) return { buffer: existing.buffer };
		const raw = await fetchRaw(key);
		if (raw.length <= maxMessages) return { raw };
		const buffer = openedBuffer(raw);
		const result = await store.save(key, buffer, undefined);
		if (result.saved && !store.shared) return { buffer };
		// Others may have stored messages between our reading and our writing.
		return { buffer: (await catchUp(key)) ?? buffer };
	}

	async function add(key: ChatKey, message: ConversationMessage, known: boolean): Promise<ChatBuffer | undefined> {
		const isInStep = known && isCompared(key);
		compared.delete(chatKeyText(key));
		if (!(await store.load(key))) return undefined;
		const raw = isInStep ? undefined : await fetchRaw(key);
		const buffer = await change(key, (current) => (raw && caughtUp(current, raw)) ?? appended(current, message, wrapping));
		if (store.shared && buffer) markCompared(key);
		return buffer;
	}

	return {
		load: async (key) => {
			const stored = await store.load(key);
			return stored && !isCompared(key) ? catchUp(key) : stored?.buffer;
		},
		open,
		add,
		change,
	};
}
