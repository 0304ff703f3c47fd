import { expect, test } from "vitest";
import type { CompressorOptions } from "./compressor.ts";
import { createSessionCompressor } from "./create-compressor.ts";
import { ConfigurationError } from "./errors.ts";
import { unionKeys } from "./known-keys.ts";
import { guardRedact } from "./redaction.ts";
import { setUp } from "./set-up.fixture.ts";
import { emptyDraft, type SessionMemoryState } from "./state.ts";

const wrong: readonly (readonly [keyof CompressorOptions, Partial<CompressorOptions>])[] = [
	["foldThreshold", { foldThreshold: 0 }],
	["maxBatch", { maxBatch: 3 }],
	["foldTokens", { foldTokens: 1.5 }],
	["recentTokens", { recentTokens: -1 }],
	["foldTimeoutMs", { foldTimeoutMs: Number.POSITIVE_INFINITY }],
	["summaryWords", { summaryWords: Number.NaN }],
	["recentMessages", { recentMessages: 0 }],
	["pinnedKeys", { pinnedKeys: [{ name: " ", description: "" }] }],
];

test.each(wrong)("a wrong %s is an error that names it", (option, options) => {
	try {
		setUp(options);
		expect.unreachable();
	} catch (error) {
		expect(ConfigurationError.isInstance(error) && error.option).toBe(option);
	}
});

const source = { newest: async () => [], after: async () => [], count: async () => 0 };
const clock = { now: () => 0, sleep: async () => undefined };
const summarizer = async () => ({ text: "", model: "none" });

test.each<[string, object | undefined, string]>([
	["options", undefined, "options"],
	["a source", { clock, summarizer }, "source"],
	["a function of the source", { source: { ...source, count: undefined }, clock, summarizer }, "source.count"],
	["a function of the store", { source, store: { load: async () => undefined }, clock, summarizer }, "store.save"],
	["a clock", { source, summarizer }, "clock"],
	["a summarizer", { source, clock }, "summarizer"],
	["a key's description", { source, clock, summarizer, pinnedKeys: [{ name: "city" }] }, "pinnedKeys"],
	["a key's own form", { source, clock, summarizer, pinnedKeys: ["city"] }, 'pinnedKeys has the entry "\\"city\\""'],
])("without %s the error names it at once, also where nothing checks types", (_what, options, named) => {
	// Options of a program in JavaScript.
	const create = () => createSessionCompressor(options as CompressorOptions);
	expect(create).toThrow(ConfigurationError);
	expect(create).toThrow(named);
});

test("keys of state and turn are united by name: order of first mention, newest description, a mark for late ones", () => {
	const cursor = { timestampMs: 5, id: "m" };
	const known = [
		{ name: "city", description: "old" },
		{ name: "age", description: "", notAskedThrough: { timestampMs: 1, id: "a" } },
	];
	const state: SessionMemoryState = { ...emptyDraft, knownKeys: known, cursor, incarnation: "i", version: 1, createdAtMs: 0, updatedAtMs: 0 };
	const configured = [
		{ name: "colour", description: "" },
		{ name: "city", description: "new" },
	];
	expect(unionKeys(state, configured)).toEqual([{ name: "city", description: "new" }, known[1], { name: "colour", description: "", notAskedThrough: cursor }]);
	expect(unionKeys(undefined, configured)).toEqual(configured);
});

test("a redact hook that fails once spoils all that it was asked for", () => {
	const guard = guardRedact((text) => {
		if (text === "bad") throw new Error("no");
		return text.toUpperCase();
	});
	expect([guard.redact?.("a"), guard.failed()]).toEqual(["A", false]);
	expect([guard.redact?.("bad"), guard.failed()]).toEqual(["", true]);
	expect([guard.redact?.("b"), guard.failed()]).toEqual(["B", true]);
	expect(guardRedact(undefined).redact).toBeUndefined();
});
