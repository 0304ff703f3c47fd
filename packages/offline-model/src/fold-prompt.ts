import { readKeyLine } from "./key-line.ts";
import type { Passage } from "./passage.ts";

export interface TranscriptLine {
	readonly role: "user" | "assistant" | "tool";
	readonly text: string;
}

/** What a prompt that asks for `{"pinned": …, "summary": …}`, or without keys for `{"summary": …}`, holds. */
export interface FoldPrompt {
	readonly keys: readonly { readonly name: string; readonly description: string; readonly value?: string }[];
	/** Summary so far, `''` when there is none. */
	readonly summary: string;
	readonly lines: readonly TranscriptLine[];
	readonly maxWords: number;
}

const defaultWords = 300;
const block = /^<([a-z][\w-]*)>\n([\s\S]*?)\n?<\/\1>$/gm;
const messageStart = /^(user|human|assistant|ai|tool)\b[^:(\n]{0,10}(?:\([^)\n]{0,80}\))?: ?(.*)$/i;
const continuation = /^(?: {1,4}\| ?|\|)/;

/**
 * @returns the parts of a prompt that asks for a summary, and for pinned values if there are keys, as JSON, or undefined for any other conversation.
 * Such a prompt names the field in its instructions and holds blocks in tags: one whose name tells of the transcript and, when there are any, one of
 * keys and one of the summary so far.
 */
export function readFoldPrompt(passages: readonly Passage[]): FoldPrompt | undefined {
	const [instructions] = passages;
	const user = passages.at(-1);
	if (instructions === undefined || user?.role !== "user" || passages.length > 2) return undefined;
	if (!/"summary"\s*:/.test(instructions.text)) return undefined;
	const blocks = [...user.text.matchAll(block)].map(([, name = "", content = ""]) => ({ name, content }));
	const contentOf = (pattern: RegExp) => blocks.find(({ name }) => pattern.test(name))?.content ?? "";
	const transcript = contentOf(/transcript|messages/);
	if (transcript === "") return undefined;
	const budget = /(\d[\d,]*)\s+words/i.exec(instructions.text)?.[1]?.replaceAll(",", "");
	return {
		keys: contentOf(/key|pinned/)
			.split("\n")
			.flatMap(readKeyLine),
		summary: contentOf(/summary/).trim(),
		lines: readTranscript(transcript),
		maxWords: budget === undefined ? defaultWords : Number(budget),
	};
}

function readTranscript(text: string): TranscriptLine[] {
	const lines: { role: TranscriptLine["role"]; text: string }[] = [];
	for (const line of text.split("\n")) {
		const start = messageStart.exec(line);
		const last = lines.at(-1);
		if (start !== null) lines.push({ role: roleOf(start[1] ?? ""), text: start[2] ?? "" });
		else if (last !== undefined) last.text += `\n${line.replace(continuation, "")}`;
	}
	return lines;
}

function roleOf(name: string): TranscriptLine["role"] {
	const lower = name.toLowerCase();
	if (lower === "tool") return "tool";
	return lower === "user" || lower === "human" ? "user" : "assistant";
}
