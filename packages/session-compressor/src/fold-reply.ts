import { headOf } from "./cut-text.ts";
import { extractJson } from "./extract-json.ts";
import type { ReplyFailureCode } from "./fold-journal.ts";
import { numeralText } from "./parse-json.ts";
import type { FoldReply } from "./summarizer.ts";
import { summaryPrefix } from "./summary-message.ts";

/** Characters (UTF-16 units) of a pinned value at most. */
export const maxPinnedValueChars = 500;

/** What a summary model's reply says, or why it cannot be used. */
export type ReadFoldReply =
	| {
			readonly accepted: true;
			/** By key name; null clears. Keys that the reply leaves out are left out here. */
			readonly pinned: Readonly<Record<string, string | null>>;
			readonly summary: string;
	  }
	| { readonly accepted: false; readonly code: ReplyFailureCode };

interface ReplyShape {
	readonly pinned?: object | null;
	readonly summary: string;
}

/** Finish reasons of common providers, lower case, `_` for `-`; any other, such as `stop`, says nothing against the reply. */
const finishCodes = new Map<string, ReplyFailureCode>([
	["length", "cut-off"],
	["max_tokens", "cut-off"],
	["max_output_tokens", "cut-off"],
	["model_length", "cut-off"],
	["model_context_window_exceeded", "context-overflow"],
	["content_filter", "content-filter"],
	["content_filtered", "content-filter"],
	["guardrail_intervened", "content-filter"],
	["safety", "content-filter"],
	["prohibited_content", "content-filter"],
	["blocklist", "content-filter"],
	["recitation", "content-filter"],
	["refusal", "refusal"],
]);

const refusal =
	/^\W{0,5}(?:(?:i['’]?m|i am) (?:sorry|unable|not able)|sorry\b|i (?:can['’]?t|cannot|can not|won['’]?t|will not|don['’]?t (?:see|have))\b|unable to\b|unfortunately\b|as an ai\b|(?:please|could you(?: please)?|can you(?: please)?) (?:provide|share|paste|send)\b|(?:there is|there['’]?s) no (?:conversation|transcript)\b)/i;

/**
 * Reads a summary model's reply; never throws. Pinned values: strings are trimmed; numbers, as they were written, and booleans become
 * strings; arrays of scalars are joined; all are cut to 500 characters. A value that says nothing (empty, the word "null") or cannot be
 * one (an object, an array of objects) counts as left out: the key keeps what it has, and the rest of the reply is not lost for it.
 */
export function readFoldReply(reply: FoldReply): ReadFoldReply {
	const stopped = finishCodes.get((reply.finishReason ?? "").toLowerCase().replaceAll("-", "_"));
	if (stopped) return { accepted: false, code: stopped };
	const extracted = extractJson(reply.text, { isWanted: isReplyShape, keys: ["pinned", "summary"] });
	if (extracted.found !== "wanted") return { accepted: false, code: failureOf(extracted.found, extracted.answer) };
	const summary = readSummary(extracted.value.summary);
	if (summary === "") return { accepted: false, code: "empty-summary" };
	return { accepted: true, pinned: readPinned(extracted.value.pinned ?? {}), summary };
}

function failureOf(found: "other" | "cut-off" | "nothing", answer: string): ReplyFailureCode {
	if (answer === "") return "empty-reply";
	if (refusal.test(answer)) return "refusal";
	if (found === "nothing") return "not-json";
	return found === "other" ? "wrong-shape" : "cut-off";
}

/** @returns `''` for a summary without a letter or digit. The prefix of the summary message, which models repeat, is dropped. */
function readSummary(text: string): string {
	const summary = text.toWellFormed().trim();
	const bare = summary.startsWith(summaryPrefix) ? summary.slice(summaryPrefix.length).trim() : summary;
	return /[\p{L}\p{N}]/u.test(bare) ? bare : "";
}

function isReplyShape(value: unknown): value is ReplyShape {
	if (typeof value !== "object" || value === null || !Object.hasOwn(value, "summary")) return false;
	if (!("summary" in value) || typeof value.summary !== "string") return false;
	if (!Object.hasOwn(value, "pinned") || !("pinned" in value) || value.pinned === null) return true;
	return typeof value.pinned === "object" && !Array.isArray(value.pinned) && numeralText(value.pinned) === undefined;
}

function readPinned(pinned: object): Readonly<Record<string, string | null>> {
	const values = Object.entries(pinned).flatMap(([name, value]): readonly (readonly [string, string | null])[] => {
		if (value === null) return [[name.trim(), null]];
		const text = textOf(value);
		return text === undefined ? [] : [[name.trim(), text]];
	});
	return Object.fromEntries(values);
}

function textOf(value: unknown): string | undefined {
	const text = scalarText(value) ?? listText(value);
	if (text === undefined || /^(?:null|undefined)?$/i.test(text)) return undefined;
	return headOf(text, maxPinnedValueChars).trimEnd();
}

function scalarText(value: unknown): string | undefined {
	if (typeof value === "string") return value.toWellFormed().trim();
	return typeof value === "boolean" ? String(value) : numeralText(value);
}

function listText(value: unknown): string | undefined {
	if (!Array.isArray(value)) return undefined;
	const items = value.filter((item) => item !== null).map(scalarText);
	return items.includes(undefined) ? undefined : items.filter((item) => item !== "").join(", ");
}
