import type { ConversationMessage } from "./chat-storage.ts";
import { isMessage } from "./message-json.ts";

/**
 * What a summarizer returned, as a copy.
 * @throws TypeError for anything that is not a list of at least one message: it would empty the agent's view.
 */
export function checkSummaryResult(result: unknown): ConversationMessage[] {
	if (!Array.isArray(result)) throw new TypeError(`The summarizer returned ${nameOf(result)}, but must return a list of messages.`);
	if (result.length === 0) throw new TypeError("The summarizer returned no message, but must return the summary and the newest messages.");
	const wrong = result.findIndex((item) => !isMessage(item));
	if (wrong < 0) return structuredClone(result);
	throw new TypeError(`The summarizer's message ${wrong} is ${nameOf(result[wrong])}, but must be an object with a role and a list of parts.`);
}

function nameOf(value: unknown): string {
	return value === null ? "null" : typeof value;
}
