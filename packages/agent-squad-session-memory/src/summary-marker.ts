import type { ConversationMessage } from "./chat-storage.ts";

/** What the summarizer of this package knows of the older part of a chat. */
export interface ChatMemory {
	/** Bullets. */
	readonly summary: string;
	/** Values by pinned key name. */
	readonly pinned: Readonly<Record<string, string>>;
}

/**
 * Field of a message, beside role and content. What people and models write becomes text in `content`, so no text can pass for this mark; agents and
 * providers read role and content only. Messages that enter a buffer lose it.
 */
const markField = "foldback";

const answer = "Understood.";

/** The messages that stand for the older part of a chat: the summary in user role, and an answer to it, so that roles keep alternating. */
export function summaryMessages(memory: ChatMemory, text: string): readonly ConversationMessage[] {
	const mark = { summary: memory.summary, pinned: { ...memory.pinned } };
	return [Object.assign(message("user", text), { [markField]: mark }), Object.assign(message("assistant", answer), { [markField]: { answers: "summary" } })];
}

/** The memory at the start of a history and the number of messages that stand for it; 0 when the history begins with raw messages. */
export function readSummaryMessages(history: readonly ConversationMessage[]): { readonly memory: ChatMemory | undefined; readonly count: number } {
	const memory = history[0] && memoryIn(markOf(history[0]));
	if (!memory) return { memory: undefined, count: 0 };
	const isAnswered = history[1] !== undefined && markOf(history[1]) !== undefined;
	return { memory, count: isAnswered ? 2 : 1 };
}

/** A raw message as it may enter a buffer: whatever it brings along as a mark is left out. The same object when it has none. */
export function withoutMark(raw: ConversationMessage): ConversationMessage {
	if (!Object.hasOwn(raw, markField)) return raw;
	const { [markField]: _, ...rest }: ConversationMessage & { [markField]?: unknown } = raw;
	return rest;
}

function message(role: string, text: string): ConversationMessage {
	return { role, content: [{ text }] };
}

function markOf(marked: ConversationMessage): object | undefined {
	const mark: unknown = Object.hasOwn(marked, markField) ? Reflect.get(marked, markField) : undefined;
	return typeof mark === "object" && mark !== null ? mark : undefined;
}

function memoryIn(mark: object | undefined): ChatMemory | undefined {
	if (!mark || !("summary" in mark) || typeof mark.summary !== "string") return undefined;
	if (!("pinned" in mark) || typeof mark.pinned !== "object" || mark.pinned === null) return undefined;
	const values = Object.entries(mark.pinned).filter((entry): entry is [string, string] => typeof entry[1] === "string");
	return { summary: mark.summary, pinned: Object.fromEntries(values) };
}
