import { jsonObjects } from "./json-objects.ts";
import { withoutThoughts } from "./thoughts.ts";

/** A number in foreign JSON, as it was written: `1.10` and `4111111111111111111` would not survive as numbers. */
const numeral = Symbol("numeral");

/** What a foreign text holds. `cut-off`: an object was begun and not finished. `other`: JSON, but nothing of the wanted shape. */
export type Extracted<Wanted> =
	| { readonly found: "wanted"; readonly value: Wanted }
	| { readonly found: "other" | "cut-off" }
	/** `answer` is the text without thoughts. */
	| { readonly found: "nothing"; readonly answer: string };

/**
 * Finds the first JSON value of the wanted shape in a model's reply: the whole text, then the text without thoughts, then what a code fence
 * begins with, then any object. An object of another shape is also looked into, one level deep, for replies that are wrapped once more.
 */
export function extractJson<Wanted>(text: string, isWanted: (value: unknown) => value is Wanted): Extracted<Wanted> {
	const answer = withoutThoughts(text);
	let other = false;
	let cutOff = false;
	for (const candidate of candidates(text, answer)) {
		if (candidate === "cut-off") cutOff = true;
		else {
			const parsed = parse(candidate);
			if (!parsed) continue;
			const value = [parsed.value, ...inside(parsed.value)].find(isWanted);
			if (value !== undefined) return { found: "wanted", value };
			other = true;
		}
	}
	if (cutOff) return { found: "cut-off" };
	return other ? { found: "other" } : { found: "nothing", answer };
}

/** @returns the text of a number read by `extractJson`, or undefined when the value is none. */
export function numeralText(value: unknown): string | undefined {
	if (typeof value !== "object" || value === null || !(numeral in value)) return undefined;
	return typeof value[numeral] === "string" ? value[numeral] : undefined;
}

function* candidates(text: string, answer: string): Generator<string | "cut-off", void, undefined> {
	yield text;
	yield answer;
	const places = [...jsonObjects(answer)];
	const fenced = new Set(Array.from(answer.matchAll(/```[\w-]{0,20}\s*(?=\{)/g), (fence) => fence.index + fence[0].length));
	for (const { start, end } of places) if (end !== undefined && fenced.has(start)) yield answer.slice(start, end);
	for (const { start, end } of places) yield end === undefined ? "cut-off" : answer.slice(start, end);
}

/** The only place where text of a model is parsed. */
function parse(text: string): { readonly value: unknown } | undefined {
	try {
		return { value: JSON.parse(text.trim(), keepNumeral) };
	} catch {
		return undefined;
	}
}

/** Hosts older than the proposal give no `context`: the number is written out again then. */
function keepNumeral(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
	return typeof value === "number" ? { [numeral]: context?.source ?? String(value) } : value;
}

function inside(value: unknown): readonly unknown[] {
	return typeof value === "object" && value !== null ? Object.values(value) : [];
}
