import type { Json } from "@foldback/flow-runtime/flow-json";
import { checkPinnedKeys, parsePinnedKey } from "@foldback/session-compressor";

/** The entries of a `pinned_keys` value: a list, or one text for one entry. */
export function pinnedKeyEntries(value: Json): readonly string[] {
	if (Array.isArray(value)) return value.filter((entry) => typeof entry === "string" && entry.trim() !== "").map(String);
	return typeof value === "string" && value.trim() !== "" ? [value] : [];
}

/** @returns why this entry cannot be added to these, in words, or undefined when it can. */
export function pinnedKeyProblem(entries: readonly string[], entry: string): string | undefined {
	try {
		checkPinnedKeys([...entries, entry].map(parsePinnedKey));
		return undefined;
	} catch (error) {
		return error instanceof Error ? plainWords(error.message) : String(error);
	}
}

/** The library's errors begin with the option's name, which is not what the field is called. */
function plainWords(message: string): string {
	const rest = message.replace(/^pinnedKeys (?:has the entry|holds) /, "");
	return rest.charAt(0).toUpperCase() + rest.slice(1);
}
