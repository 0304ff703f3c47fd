import type { FoldPrompt, TranscriptLine } from "./fold-prompt.ts";
import { findMention } from "./mention.ts";
import { isQuestion, sentences } from "./sentences.ts";
import { summarize } from "./summarize.ts";

/** A mention this certain replaces a value that is already known; a less certain one only fills a gap. */
const replaces = 0.6;
const fills = 0.4;
const maxValueChars = 500;

/** @returns the JSON that a fold prompt asks for, made of sentences and mentions of its transcript. */
export function foldReply(prompt: FoldPrompt): string {
	const said = prompt.lines.flatMap(statementsIn);
	const pinned: Record<string, string> = {};
	for (const key of prompt.keys) {
		const value = newestValue(key, said);
		if (value !== undefined && value.certainty >= (key.value === undefined ? fills : replaces)) setOwn(pinned, key.name, value.text);
	}
	return JSON.stringify({ pinned, summary: summarize(prompt.summary, prompt.lines, prompt.maxWords) });
}

interface Statement {
	readonly text: string;
	/** 1 for what a user said; what an assistant says only fills a gap: its guess is not the user's fact. */
	readonly trust: number;
}

function statementsIn(line: TranscriptLine): Statement[] {
	const trust = line.role === "user" ? 1 : 0.6;
	return sentences(line.text)
		.filter((text) => !isQuestion(text))
		.map((text) => ({ text, trust }));
}

/** The newest among the mentions that are about as certain as the best one, so that a correction wins and a chance match does not. */
function newestValue(
	key: { readonly name: string; readonly description: string },
	said: readonly Statement[],
): { text: string; certainty: number } | undefined {
	let best = 0;
	const found: { text: string; certainty: number }[] = [];
	for (const { text, trust } of said) {
		const mention = findMention(text, key);
		if (mention === undefined || mention.value.length > maxValueChars) continue;
		const certainty = mention.certainty * trust;
		best = Math.max(best, certainty);
		found.push({ text: mention.value, certainty });
	}
	return found.findLast(({ certainty }) => certainty >= best * 0.8);
}

/** Also for a key named `__proto__`. */
function setOwn(target: Record<string, string>, name: string, value: string): void {
	Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}
