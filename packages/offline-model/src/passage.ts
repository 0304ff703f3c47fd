import { sentences } from "./sentences.ts";

/** One message as the model reads it. */
export interface Passage {
	readonly role: "system" | "user" | "assistant" | "tool";
	readonly text: string;
}

/** One sentence of a passage. */
export interface Evidence {
	readonly text: string;
	readonly role: Passage["role"];
	/** Place of the passage, 0 (oldest) to 1 (newest). */
	readonly age: number;
}

/** @returns every sentence of the passages, oldest first. */
export function evidenceIn(passages: readonly Passage[]): Evidence[] {
	const last = Math.max(1, passages.length - 1);
	return passages.flatMap(({ role, text }, index) => sentences(text).map((sentence): Evidence => ({ text: sentence, role, age: index / last })));
}
