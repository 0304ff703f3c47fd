import { cutText } from "./cut-text.ts";
import { neutralizeDelimiters, plainText } from "./delimiters.ts";
import { closingInstruction, foldInstructions } from "./fold-prompt.ts";
import type { SessionMessage } from "./message.ts";
import { type KnownKey, pinnedValue } from "./state.ts";
import type { FoldRequest } from "./summarizer.ts";
import { renderTranscript } from "./transcript.ts";

/** What one fold is asked from. */
export interface FoldRequestInput {
	/** The batch, oldest first. */
	readonly messages: readonly SessionMessage[];
	/** The summary so far, `''` at the first fold. */
	readonly summary: string;
	/** Folded values so far. */
	readonly pinned: Readonly<Record<string, string>>;
	readonly knownKeys: readonly KnownKey[];
	/** Characters of one message at most. */
	readonly maxMessageChars: number;
	/** Words of the new summary at most. */
	readonly summaryWords: number;
	/** Applied to message texts, file names, the summary and values, before anything is cut. */
	readonly redact?: (text: string) => string;
}

/**
 * Puts a batch to a summary model. Built by concatenation: no text of the chat is ever a pattern or a template.
 * @throws whatever `redact` throws, and a TypeError when it does not return a string.
 */
export function buildFoldRequest(input: FoldRequestInput): FoldRequest {
	const redact = redactorOf(input.redact);
	const messages = input.messages.map((message) => prepare(message, input.maxMessageChars, redact));
	const summary = redact(input.summary).toWellFormed();
	const keys = input.knownKeys.map((key) => {
		const value = pinnedValue(input.pinned, key.name);
		return value === undefined ? key : { ...key, value: redact(value).toWellFormed() };
	});
	const user = [
		...(keys.length === 0 ? [] : [block("known_keys", neutralizeDelimiters(keys.map(renderKey).join("\n")))]),
		...(summary === "" ? [] : [block("summary_so_far", neutralizeDelimiters(plainText(summary)))]),
		block("conversation_transcript", renderTranscript(messages)),
		closingInstruction,
	].join("\n");
	const system = foldInstructions({ summaryWords: input.summaryWords, asksForKeys: keys.length > 0 });
	return { system, user, messages, summary, keys };
}

function block(name: string, content: string): string {
	return `<${name}>\n${content}\n</${name}>`;
}

function renderKey(key: FoldRequest["keys"][number]): string {
	return JSON.stringify({ name: key.name, ...(key.description === "" ? {} : { description: key.description }), value: key.value });
}

function prepare(message: SessionMessage, maxMessageChars: number, redact: (text: string) => string): SessionMessage {
	const text = cutText(redact(message.text), maxMessageChars);
	return message.files === undefined ? { ...message, text } : { ...message, text, files: message.files.map((file) => redact(file)) };
}

function redactorOf(redact: ((text: string) => string) | undefined): (text: string) => string {
	if (!redact) return (text) => text;
	return (text) => {
		const redacted: unknown = redact(text);
		if (typeof redacted === "string") return redacted;
		throw new TypeError(
			`redact returned ${redacted === null ? "null" : typeof redacted}, but must return a string: return the text itself when nothing is to be removed.`,
		);
	};
}
