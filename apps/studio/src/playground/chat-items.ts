import type { Message } from "../api/messages.ts";
import type { Turn } from "./chat-runs.ts";

/** A row of the chat. */
export type ChatItem =
	| { readonly kind: "message"; readonly key: string; readonly message: Message; readonly last: boolean }
	/** What the user has sent and the host has not stored yet. */
	| { readonly kind: "sending"; readonly key: string; readonly text: string }
	| { readonly kind: "answering"; readonly key: string; readonly turn: Turn }
	| { readonly kind: "ended"; readonly key: string; readonly turn: Turn }
	/** The last message is the user's, and nothing answers it: the page was closed, or the run stopped. */
	| { readonly kind: "unanswered"; readonly key: string; readonly message: Message };

/** The rows of a chat: what is stored, then what is going on. Keys stay the same while a turn goes on. */
export function chatItems(messages: readonly Message[], turn: Turn | undefined): readonly ChatItem[] {
	const items = messages.map((message, index): ChatItem => ({ kind: "message", key: message.id, message, last: index === messages.length - 1 }));
	const newest = messages.at(-1);
	if (!turn) return newest?.sender === "User" && !newest.error ? [...items, { kind: "unanswered", key: "unanswered", message: newest }] : items;
	const sending: readonly ChatItem[] = turn.inputStored ? [] : [{ kind: "sending", key: "sending", text: turn.input }];
	// Its row in the chat says already why it failed, and offers to try again.
	if (turn.status === "failed" && turn.inputStored && turn.text === "" && newest?.error && newest.text === turn.problem) return items;
	const end: ChatItem = turn.status === "running" ? { kind: "answering", key: "answering", turn } : { kind: "ended", key: "ended", turn };
	return [...items, ...sending, end];
}

/** What `retry` takes back before it sends the input again: the newest exchange. */
export function retryOf(
	messages: readonly Message[],
): { readonly input: string; readonly files: readonly string[]; readonly remove: readonly string[] } | undefined {
	const index = messages.findLastIndex(({ sender }) => sender === "User");
	const input = messages[index];
	return input && { input: input.text, files: input.files, remove: messages.slice(index).map(({ id }) => id) };
}
