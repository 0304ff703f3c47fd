import type { RecordedMessage } from "./conversation.ts";

/** What is sent to the host and what the recorded assistant said to it. */
export interface RecordedTurn {
	readonly input: string;
	readonly answer: string;
}

/** The answer of a turn in which the recorded assistant said nothing. */
export const silentAnswer = "Noted.";

/**
 * A turn is a user message and the last non-blank assistant text before the next user message.
 * Tool and system rows, blank user messages and whatever stands before the first user message are left out.
 */
export function turnsOf(messages: readonly RecordedMessage[]): readonly RecordedTurn[] {
	const turns: { input: string; answer: string }[] = [];
	for (const { role, content } of messages) {
		const text = content ?? "";
		if (text.trim() === "") continue;
		if (role === "user") turns.push({ input: text, answer: silentAnswer });
		const current = turns.at(-1);
		if (role === "assistant" && current) current.answer = text;
	}
	return turns;
}
