import { randomUUID } from "node:crypto";
import type { BufferStore, StoredBuffer } from "./buffer-store.ts";
import { type ChatKey, chatKeyText } from "./chat-storage.ts";
import { integerOption } from "./check-options.ts";

export interface MemoryBufferStoreOptions {
	/** Buffers at most; the one used longest ago goes first, and its chat starts cold again. Default 256. */
	readonly maxBuffers?: number;
}

/** Buffers of this process, gone with it. @throws ConfigurationError for a `maxBuffers` that is no integer of at least 1. */
export function createMemoryBufferStore({ maxBuffers = 256 }: MemoryBufferStoreOptions = {}): BufferStore & { readonly size: number } {
	integerOption("maxBuffers", maxBuffers, 1);
	const entries = new Map<string, StoredBuffer & { readonly key: ChatKey }>();
	return {
		shared: false,
		get size() {
			return entries.size;
		},
		load: async (key) => {
			const id = chatKeyText(key);
			const entry = entries.get(id);
			if (!entry) return undefined;
			entries.delete(id);
			entries.set(id, entry);
			return { buffer: structuredClone(entry.buffer), version: entry.version };
		},
		save: async (key, buffer, expectedVersion) => {
			const id = chatKeyText(key);
			if (entries.get(id)?.version !== expectedVersion) return { saved: false };
			const version = randomUUID();
			entries.delete(id);
			entries.set(id, { key: { ...key }, buffer: structuredClone(buffer), version });
			for (const oldest of entries.keys()) {
				if (entries.size <= maxBuffers) break;
				entries.delete(oldest);
			}
			return { saved: true, version };
		},
		delete: async ({ userId, sessionId, agentId }) => {
			for (const [id, { key }] of entries) {
				if (key.userId === userId && key.sessionId === sessionId && (agentId === undefined || key.agentId === agentId)) entries.delete(id);
			}
		},
	};
}
