import type { BaseMessage } from "@langchain/core/messages";
import { countTokens } from "gpt-tokenizer";

const known = new Map<string, number>();

/** Tokens of a text in the o200k encoding. */
export function tokensOf(text: string): number {
	let count = known.get(text);
	if (count === undefined) {
		count = countTokens(text);
		known.set(text, count);
	}
	return count;
}

/** Four tokens a message for its role and frame. */
const frame = 4;

export function promptTokens(prompt: readonly BaseMessage[]): number {
	return prompt.reduce((sum, { text }) => sum + frame + tokensOf(text), 0);
}

/** Tokens at the start of a prompt that are the same as in the call before: what a provider's cache may have. */
export function repeatedTokens(before: readonly BaseMessage[], prompt: readonly BaseMessage[]): number {
	let tokens = 0;
	for (const [place, { text, type }] of prompt.entries()) {
		const other = before[place];
		if (other === undefined || other.type !== type) return tokens;
		if (other.text !== text) return tokens + tokensOf(text.slice(0, commonChars(other.text, text)));
		tokens += frame + tokensOf(text);
	}
	return tokens;
}

function commonChars(left: string, right: string): number {
	let at = 0;
	while (at < left.length && left[at] === right[at]) at += 1;
	return at;
}
