import { objectEnd } from "./json-objects.ts";

/**
 * A reply without what a reasoning model thought aloud: `<think>…</think>` and `<thinking>…</thinking>`, also when the opening tag is missing
 * (all before the closing one is thought) or the closing one (all after the opening one is). Tags inside a JSON object are text, not tags.
 */
export function withoutThoughts(text: string): string {
	if (!/<\/?think(?:ing)?>/i.test(text)) return text;
	const mark = /<\/?think(?:ing)?>|\{/gi;
	const seen = new Set<number>();
	let kept: string[] = [];
	let from = 0;
	for (let found = mark.exec(text); found; found = mark.exec(text)) {
		if (found[0] === "{") {
			mark.lastIndex = endOfObject(text, found.index, seen);
			continue;
		}
		const opens = !found[0].startsWith("</");
		if (opens) kept.push(text.slice(from, found.index));
		else kept = [];
		from = opens ? endOfThought(text, mark.lastIndex) : mark.lastIndex;
		mark.lastIndex = from;
	}
	return [...kept, text.slice(from)].join("");
}

function endOfThought(text: string, from: number): number {
	const closing = /<\/think(?:ing)?>/gi;
	closing.lastIndex = from;
	return closing.exec(text) ? closing.lastIndex : text.length;
}

function endOfObject(text: string, start: number, seen: Set<number>): number {
	const end = seen.has(start) ? "broken" : objectEnd(text, start, seen);
	return typeof end === "number" ? end : start + 1;
}
