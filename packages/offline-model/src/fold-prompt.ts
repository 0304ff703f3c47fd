import type { Passage } from "./passage.ts";
import { readKeyLine } from "./key-line.ts";

export interface TranscriptLine {
	readonly role: "user" | "assistant" | "tool";
	readonly text: string;
}

/** What a prompt that asks for `{"pinned": …, "summary": …}` holds. */
export interface FoldPrompt {
	readonly keys: readonly { readonly name: string; readonly description: string; readonly value?: string }[];
	/** Summary so far, `''` when there is none. */
	readonly summary: string;
	readonly lines: readonly TranscriptLine[];
	readonly maxWords: number;
}

const defaultWords = 300;
const transcriptLine = /^\s*(?:[-*]\s+)?(?:[[(<][^\])>\n]{0,80}[\])>]\s*)?(user|human|assistant|ai|tool)\b(?:\s*[[(][^\])\n]{0,80}[\])])?\s*:\s?(.*)$/i;
type Section = "none" | "keys" | "summary" | "lines";

/** @returns the parts of a prompt that asks for pinned values and a summary as JSON, or undefined for any other conversation. */
export function readFoldPrompt(passages: readonly Passage[]): FoldPrompt | undefined {
	if (passages.some(({ role }) => role === "assistant" || role === "tool")) return undefined;
	const instructions = passages.find(({ text }) => /"pinned"\s*:/.test(text) && /"summary"\s*:/.test(text));
	const user = passages.findLast(({ role }) => role === "user");
	if (instructions === undefined || user === undefined || instructions !== passages[0]) return undefined;
	const budget = /(\d[\d,]*)\s+words/i.exec(passages.map(({ text }) => text).join("\n"))?.[1]?.replace(/,/g, "");
	return { ...readSections(user.text), maxWords: budget === undefined ? defaultWords : Number(budget) };
}

function readSections(text: string): Omit<FoldPrompt, "maxWords"> {
	const keys: FoldPrompt["keys"][number][] = [];
	const summary: string[] = [];
	const lines: TranscriptLine[] = [];
	let section: Section = "none";
	for (const line of text.split("\n")) {
		const next = sectionOf(line, section);
		if (next !== undefined) section = next;
		else if (section === "keys") keys.push(...readKeyLine(line));
		else if (section === "summary") summary.push(line);
		else if (section === "lines") addLine(lines, line);
	}
	const joined = summary.join("\n").trim();
	return { keys, summary: /^\(?(?:none|nothing|empty)[^\n]{0,40}\)?\.?$/i.test(joined) ? "" : joined, lines };
}

/** Inside the transcript nothing but its closing tag is a heading: the text is foreign. */
function sectionOf(line: string, section: Section): Section | undefined {
	if (section === "lines") return /^\s*<\/\w+>\s*$/.test(line) ? "none" : undefined;
	if (!/^\s*(?:#|<\/?[a-z]|={2,}|\*\*)|:\s*$/i.test(line) || /^\s*[-*]\s/.test(line)) return undefined;
	if (/^\s*<\//.test(line)) return "none";
	if (/transcript|messages|batch/i.test(line)) return "lines";
	if (/summary/i.test(line)) return "summary";
	if (/keys?\b|pinned|facts/i.test(line)) return "keys";
	return undefined;
}

function addLine(lines: TranscriptLine[], line: string): void {
	const start = transcriptLine.exec(line);
	const last = lines.at(-1);
	if (start !== null) lines.push({ role: roleOf(start[1] ?? ""), text: start[2] ?? "" });
	else if (last !== undefined) lines[lines.length - 1] = { role: last.role, text: `${last.text}\n${line}` };
}

function roleOf(name: string): TranscriptLine["role"] {
	const lower = name.toLowerCase();
	return lower === "user" || lower === "human" ? "user" : lower === "tool" ? "tool" : "assistant";
}
