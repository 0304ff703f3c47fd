import type { FlowMessage } from "./run-context.ts";

type StoredMessage = FlowMessage & { readonly id: string; readonly timestampMs: number };

/** The rows that one run has stored, so that no message is stored twice however many components are given it. */
export interface RunRows {
	/** A row of this run that holds this message: stored under its id or the id under which it was streamed, or with the same place, sender and text. */
	find(message: FlowMessage, streamedAs: string | undefined): StoredMessage | undefined;
	/** The same among rows that Message History has stored, and only for the first chat output that asks for it. */
	adopt(message: FlowMessage, streamedAs: string | undefined): StoredMessage | undefined;
	add(row: StoredMessage, by: "chat" | "history", streamedAs: string | undefined): void;
	/** True for exactly one caller per id: two chat outputs cannot both store the streamed message under its id. */
	claim(id: string): boolean;
}

export function createRunRows(): RunRows {
	const entries: { readonly row: StoredMessage; readonly streamedAs: string | undefined; adoptable: boolean }[] = [];
	const claimed = new Set<string>();
	const holds = (message: FlowMessage, streamedAs: string | undefined) => (entry: (typeof entries)[number]) =>
		(streamedAs !== undefined && streamedAs === entry.streamedAs) || (message.id !== undefined && message.id === entry.row.id) || isSame(message, entry.row);
	return {
		find: (message, streamedAs) => entries.find(holds(message, streamedAs))?.row,
		adopt(message, streamedAs) {
			const entry = entries.filter(({ adoptable }) => adoptable).find(holds(message, streamedAs));
			if (entry) entry.adoptable = false;
			return entry?.row;
		},
		add: (row, by, streamedAs) => entries.push({ row, streamedAs, adoptable: by === "history" }),
		claim: (id) => !claimed.has(id) && claimed.add(id).has(id),
	};
}

/** An answer that has been streamed on its way may have another sender name, so names do not count. */
function isSame(message: FlowMessage, row: StoredMessage): boolean {
	return message.text === row.text && message.sender === row.sender && message.sessionId === row.sessionId && message.contextId === row.contextId;
}
