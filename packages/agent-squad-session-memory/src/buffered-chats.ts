import { appended, caughtUp, openedBuffer } from "./buffer-changes.ts";
import type { ChatBuffer } from "./buffer-store.ts";
import { type ChatKey, type ConversationMessage, chatKeyText } from "./chat-storage.ts";
import type { SummarizingSetup } from "./summarizing-options.ts";

const rememberedChats = 10_000;

/** The buffers of the chats, kept in step with the raw history. Saves and `open` of one chat must not run at the same time within a process. */
export interface BufferedChats {
	/** @returns undefined while the chat has none. */
	load(key: ChatKey): Promise<ChatBuffer | undefined>;
	/** Gives the chat a buffer when its raw history is long enough. @returns that history when it is not. */
	open(key: ChatKey): Promise<{ readonly buffer: ChatBuffer } | { readonly raw: ConversationMessage[] }>;
	/** After a raw save. @returns the buffer with the message, undefined when there is none. */
	add(key: ChatKey, message: ConversationMessage): Promise<ChatBuffer | undefined>;
	/** Applies a change to the stored buffer, again when somebody else's came first. @returns undefined when there is none any more. */
	change(key: ChatKey, change: (buffer: ChatBuffer) => ChatBuffer | Promise<ChatBuffer>): Promise<ChatBuffer | undefined>;
}

export function createBufferedChats({ wrapping, store, maxMessages }: SummarizingSetup): BufferedChats {
	/** Chats of a shared store whose buffer this process has compared with the raw history. */
	const compared = new Set<string>();
	const isCompared = (key: ChatKey) => !store.shared || compared.has(chatKeyText(key));
	const fetchRaw = (key: ChatKey) => wrapping.fetchChat(key.userId, key.sessionId, key.agentId);

	const change: BufferedChats["change"] = async (key, changing) => {
		for (;;) {
			const stored = await store.load(key);
			if (!stored) return undefined;
			const next = await changing(stored.buffer);
			if (next === stored.buffer) return next;
			if ((await store.save(key, next, stored.version)).saved) return next;
		}
	};

	/** The same, with the chat counted as compared when it succeeds and as not compared when it fails. */
	const compare: BufferedChats["change"] = async (key, changing) => {
		try {
			const buffer = await change(key, changing);
			if (compared.size >= rememberedChats) compared.clear();
			if (store.shared && buffer) compared.add(chatKeyText(key));
			return buffer;
		} catch (error) {
			compared.delete(chatKeyText(key));
			throw error;
		}
	};

	const open: BufferedChats["open"] = async (key) => {
		const existing = await store.load(key);
		if (existing) return { buffer: existing.buffer };
		const raw = await fetchRaw(key);
		if (raw.length <= maxMessages) return { raw };
		const buffer = openedBuffer(raw);
		// Refused when another process has just opened one. What was stored meanwhile is found by comparing, at the next read.
		compared.delete(chatKeyText(key));
		const { saved } = await store.save(key, buffer, undefined);
		return { buffer: (saved ? undefined : (await store.load(key))?.buffer) ?? buffer };
	};

	return {
		load: async (key) => {
			const stored = await store.load(key);
			if (!stored || isCompared(key)) return stored?.buffer;
			return compare(key, async (buffer) => caughtUp(buffer, await fetchRaw(key)) ?? buffer);
		},
		open,
		add: (key, message) =>
			// Where others write too, the raw history tells what to add and in which order: they may have added this message already, or saved one before it.
			compare(key, async (buffer) => (store.shared ? caughtUp(buffer, await fetchRaw(key)) : undefined) ?? appended(buffer, message, wrapping)),
		change,
	};
}
