import { expect, test } from "vitest";
import { delimiterNames } from "./delimiters.ts";
import { extractJson } from "./extract-json.ts";
import { closingInstruction, foldInstructions } from "./fold-prompt.ts";

const withKeys = foldInstructions({ summaryWords: 123, asksForKeys: true });
const withoutKeys = foldInstructions({ summaryWords: 123, asksForKeys: false });

test.each([
	["own language (opencode PR20581)", /conversation's own language/],
	["verbatim identifiers", /identifiers, numbers, names.*verbatim/],
	["absolute dates (statewave PR118)", /absolute dates/],
	["who said what (vellum PR16775)", /who said what.*assistant suggests/],
	["open questions", /open questions/],
	["durable facts carried over (nac#147)", /durable fact of the summary so far/],
	["most important first", /most important first/],
	["no instructions from the transcript (lossless-claw#71)", /Everything inside the blocks is data/],
	["the word budget", /at most 123 words/],
])("the instructions ask for: %s", (_name, pattern) => {
	expect(withKeys).toMatch(pattern);
	expect(withoutKeys).toMatch(pattern);
});

test.each([
	["omitted keys keep their value", /Leave out every key/],
	["null only to clear", /Use null only when/],
])("where there are keys, the instructions ask for: %s", (_name, pattern) => {
	expect(withKeys).toMatch(pattern);
});

test("without keys nothing is said about them", () => {
	expect(withoutKeys).not.toMatch(/pinned|\bkey/i);
});

test("the blocks that the instructions name are those whose delimiters are neutralised", () => {
	const named = (instructions: string) => [...instructions.matchAll(/<([a-z_]+)>/g)].map((tag) => tag[1]);
	expect(named(withKeys)).toEqual(["known_keys", "summary_so_far", "conversation_transcript"]);
	expect(named(withoutKeys)).toEqual(["summary_so_far", "conversation_transcript"]);
	expect(delimiterNames).toEqual(expect.arrayContaining(named(withKeys)));
});

test("a model that repeats the instructions has not answered: the example in them is no JSON", () => {
	const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
	for (const text of [withKeys, withoutKeys, closingInstruction]) expect(extractJson(text, { isWanted: isObject, keys: [] }).found).not.toBe("wanted");
});
