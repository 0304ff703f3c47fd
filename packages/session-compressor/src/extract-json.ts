import { jsonObjects } from "./json-objects.ts";
import { numeralText, parseJson } from "./parse-json.ts";
import { withoutThoughts } from "./thoughts.ts";

/**
 * What a model's text holds. `other`: JSON, but nothing of the wanted shape. `cut-off`: an object was begun and not finished.
 * `answer` is the text without thoughts.
 */
export type Extracted<Wanted> =
	| { readonly found: "wanted"; readonly value: Wanted }
	| { readonly found: "other" | "cut-off" | "nothing"; readonly answer: string };

/** How to tell the wanted value. */
export interface ExtractOptions<Wanted> {
	readonly isWanted: (value: unknown) => value is Wanted;
	/** An object with one of these keys is the reply itself, well-formed or not; any other may hold the reply as one of its values. */
	readonly keys: readonly string[];
}

/**
 * Finds the first JSON value of the wanted shape in a model's reply: the whole text, then the text without thoughts, then what a code fence
 * begins with, then any object. Linear in the length of the text.
 */
export function extractJson<Wanted>(text: string, options: ExtractOptions<Wanted>): Extracted<Wanted> {
	const answer = withoutThoughts(text).trim();
	let found: "other" | "cut-off" | "nothing" = "nothing";
	for (const candidate of candidates(text.trim(), answer)) {
		const parsed = candidate === cutOff ? undefined : parseJson(candidate);
		if (candidate === cutOff) found = "cut-off";
		if (!parsed) continue;
		const value = [parsed.value, ...wrapped(parsed.value, options.keys)].find(options.isWanted);
		if (value !== undefined) return { found: "wanted", value };
		if (found === "nothing") found = "other";
	}
	return { found, answer };
}

const cutOff = Symbol("cut-off");

function* candidates(text: string, answer: string): Generator<string | typeof cutOff, void, undefined> {
	yield text;
	if (answer !== text) yield answer;
	const places = [...jsonObjects(answer)];
	const fenced = fencedStarts(answer);
	for (const { start, end } of places) if (end !== undefined && fenced.has(start)) yield answer.slice(start, end);
	for (const { start, end } of places) {
		if (end !== undefined) yield answer.slice(start, end);
		else if (/^\{\s{0,100}"/.test(answer.slice(start, start + 200))) yield cutOff;
	}
}

/** Places of objects that stand right after the opening of a code fence; where the fence ends is left to the object. */
function fencedStarts(text: string): ReadonlySet<number> {
	return new Set(Array.from(text.matchAll(/```[\w-]{0,20}\s*(?=\{)/g), (fence) => fence.index + fence[0].length));
}

function wrapped(value: unknown, keys: readonly string[]): readonly unknown[] {
	if (typeof value !== "object" || value === null || numeralText(value) !== undefined) return [];
	return keys.some((key) => Object.hasOwn(value, key)) ? [] : Object.values(value);
}
