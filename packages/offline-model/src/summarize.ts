import type { TranscriptLine } from "./fold-prompt.ts";
import { isLogLike } from "./log-like.ts";
import { isQuestion, sentences } from "./sentences.ts";
import { isFunctionWord, words } from "./words.ts";

interface Bullet {
	readonly text: string;
	readonly weight: number;
	readonly count: number;
}

const maxBulletWords = 40;
/** What survived a fold has shown that it lasts. */
const carried = 1.15;
const minWeight = 0.5;

/** @returns `- ` bullets, the weightiest first, of the previous summary and the new lines, at most `maxWords` words; never empty when there is a line. */
export function summarize(previous: string, lines: readonly TranscriptLine[], maxWords: number): string {
	const bullets = new Map<string, Bullet>();
	for (const text of bulletsOf(previous)) add(bullets, text, Number.POSITIVE_INFINITY, carried);
	for (const line of lines) {
		for (const sentence of sentences(line.text)) add(bullets, `${nameOf(line)}: ${sentence}`, line.text.length, 1);
	}
	const ranked = [...bullets.values()].toSorted((left, right) => right.weight - left.weight);
	const chosen = withinBudget(
		ranked.filter((bullet) => bullet.weight >= minWeight),
		maxWords,
	);
	const kept = chosen.length > 0 ? chosen : withinBudget(ranked, maxWords).slice(0, 3);
	return kept.length > 0 ? kept.map(({ text }) => `- ${text}`).join("\n") : `- ${lines.length} messages without text.`;
}

function bulletsOf(summary: string): string[] {
	return summary
		.split(/\r?\n/)
		.map((line) => line.replace(/^\s*[-*•]\s+/, "").trim())
		.filter((line) => line !== "");
}

function nameOf(line: TranscriptLine): string {
	return line.role === "user" ? "User" : line.role === "assistant" ? "Assistant" : "Tool";
}

function add(bullets: Map<string, Bullet>, raw: string, sourceChars: number, factor: number): void {
	const text = shortened(raw);
	const key = words(text).join(" ");
	if (key === "" || bullets.has(key)) return;
	bullets.set(key, { text, weight: weightOf(text, sourceChars) * factor, count: countWords(text) });
}

/** How much a sentence tells: facts a user states about themselves, identifiers, names and numbers; small talk, questions and log lines tell little. */
function weightOf(bullet: string, sourceChars: number): number {
	const [, role = "User", said = bullet] = /^(User|Assistant|Tool): (.*)$/s.exec(bullet) ?? [];
	const found = words(said);
	const content = found.filter((word) => !isFunctionWord(word)).length;
	if (content === 0) return 0;
	let weight = Math.min(content, 12) / 12;
	if (/\b(?:i|i['’]m|i['’]ve|my|we|we['’]re|our)\b/i.test(said)) weight += role === "User" ? 0.7 : 0;
	if (/\b(?:is|are|am|was|['’]m|['’]re|called|named|prefer|like|need|live|work|use|chose|decided|must|always|never)\b/i.test(said)) weight += 0.3;
	weight += Math.min(3, [...said.matchAll(/\b[\p{L}]*[-_#]?\d[\p{L}\d_-]*\b|\b\p{Lu}{2,}\b/gu)].length) * 0.25;
	weight += Math.min(3, [...said.matchAll(/(?<=[\p{Ll},] )\p{Lu}\p{Ll}+/gu)].length) * 0.15;
	if (role !== "User") weight *= 0.6;
	if (isQuestion(said)) weight *= 0.4;
	if (isLogLike(said) || (sourceChars < Number.POSITIVE_INFINITY && sourceChars > 2000)) weight *= 0.3;
	return weight;
}

function shortened(text: string): string {
	const parts = text.split(/\s+/);
	return parts.length <= maxBulletWords ? parts.join(" ") : `${parts.slice(0, maxBulletWords).join(" ")} …`;
}

/** A word as a budget counts it; scripts without spaces count by `Intl.Segmenter` in `words`. */
function countWords(text: string): number {
	return Math.max(words(text).length, text.split(/\s+/).length);
}

function withinBudget(ranked: readonly Bullet[], maxWords: number): Bullet[] {
	let left = maxWords;
	return ranked.filter(({ count }) => {
		if (count > left) return false;
		left -= count;
		return true;
	});
}
