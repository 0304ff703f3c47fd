import { clipSummary } from "./clip-summary.ts";
import { countWords } from "./count-words.ts";
import type { SessionMessage } from "./message.ts";
import { utcDay } from "./utc-day.ts";

/**
 * A summary that says of these messages that no model call could fold them. The line holds none of their text, and is there also when the summary is full.
 * @param messages at least one: a single message, or the messages of one turn.
 * @param summaryWords words of the result at most.
 */
export function notePassedOver(summary: string, messages: readonly SessionMessage[], summaryWords: number): string {
	const line = passedOverLine(messages);
	if (summary === "") return line;
	return `${clipSummary(summary, Math.max(1, summaryWords - countWords(line)))}\n${line}`;
}

function passedOverLine(messages: readonly SessionMessage[]): string {
	const [first] = messages;
	const day = utcDay(first?.timestampMs);
	const what = messages.length === 1 ? `One ${first?.role} message` : `One turn of ${messages.length} messages`;
	const characters = messages.reduce((sum, { text }) => sum + text.length, 0);
	return `- ${what}${day ? ` of ${day}` : ""} (${characters} characters) could not be summarised.`;
}
