import { sentences } from "./sentences.ts";
import { words } from "./words.ts";

/** One message as the model reads it. */
export interface Passage {
	readonly role: "system" | "user" | "assistant" | "tool";
	readonly text: string;
}

/** One sentence of a passage, with its words. */
export interface Evidence {
	readonly text: string;
	readonly role: Passage["role"];
	readonly words: readonly string[];
	/** Place of the passage, 0 (oldest) to 1 (newest). */
	readonly age: number;
}

/** @returns every sentence of the passages, oldest first. */
export function evidenceIn(passages: readonly Passage[]): Evidence[] {
	const last = Math.max(1, passages.length - 1);
	return passages.flatMap(({ role, text }, index) =>
		sentences(text).map((sentence): Evidence => ({ text: sentence, role, words: words(sentence), age: index / last })),
	);
}
