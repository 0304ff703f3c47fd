import type { ChatKey, ConversationMessage } from "./chat-storage.ts";
import type { RawPosition } from "./raw-position.ts";

/** What the agent of one chat sees once its history has been summarised. The raw history stays in the wrapped storage; this can always be made again. */
export interface ChatBuffer {
	/** Summary messages, then raw ones, oldest first. */
	readonly messages: readonly ConversationMessage[];
	/** How many leading messages the summarizer wrote. */
	readonly summaryCount: number;
	/** How far into the raw history it reaches. */
	readonly position: RawPosition;
	/** UUID, a new one with every summary. A summary made from one basis never replaces a buffer of another. */
	readonly basis: string;
	/** False while the first summary is being made: saves are collected, but readers do not see the buffer yet. */
	readonly active: boolean;
	/** Failed attempts in a row. */
	readonly failures: number;
	/** The next attempt comes with the save that brings this to 0. */
	readonly savesToWait: number;
}

export interface StoredBuffer {
	readonly buffer: ChatBuffer;
	/** A text that no other save of any buffer had. */
	readonly version: string;
}

export type SaveBufferResult = { readonly saved: true; readonly version: string } | { readonly saved: false };

/** Where buffers live. Values go in and out as copies. */
export interface BufferStore {
	/** True when other processes may write the same buffers. */
	readonly shared: boolean;
	load(key: ChatKey): Promise<StoredBuffer | undefined>;
	/**
	 * Writes when the stored version is still the expected one; `undefined` expects that there is none. One of several simultaneous writers wins, the
	 * others get `{ saved: false }` and nothing of theirs is written.
	 */
	save(key: ChatKey, buffer: ChatBuffer, expectedVersion: string | undefined): Promise<SaveBufferResult>;
	/** Removes one buffer, or all of a session when no agent is named. */
	delete(key: Omit<ChatKey, "agentId"> & { readonly agentId?: string }): Promise<void>;
}
