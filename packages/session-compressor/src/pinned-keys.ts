import { ConfigurationError } from "./errors.ts";
import type { PinnedKey } from "./state.ts";

/** Pinned keys of one agent at most. */
export const maxPinnedKeys = 32;

const maxNameChars = 64;
const maxDescriptionChars = 200;
const namePattern = /^[\p{L}\p{Nd}][\p{L}\p{M}\p{Nd} _.-]*$/u;
const controlOrLineBreak = /[\p{Cc}\p{Zl}\p{Zp}]/u;
const allowedName = `a name has 1 to ${maxNameChars} characters, starts with a letter or digit, and goes on with letters, digits, spaces, "_", "-" or "."`;

/**
 * Reads a configured entry: `name` or `name: description`. Both parts are trimmed and brought to NFC.
 * @throws {ConfigurationError} that names the entry when it is malformed.
 */
export function parsePinnedKey(entry: string): PinnedKey {
	const colon = entry.indexOf(":");
	const name = colon < 0 ? entry : entry.slice(0, colon);
	const description = colon < 0 ? "" : entry.slice(colon + 1);
	return checkPinnedKey({ name, description }, entry);
}

/**
 * Checks the pinned keys of one agent.
 * @returns the keys in the same order, names and descriptions trimmed and in NFC.
 * @throws {ConfigurationError} for a malformed key, two names that differ in case or Unicode form only, or more than 32 keys.
 */
export function checkPinnedKeys(keys: readonly PinnedKey[]): readonly PinnedKey[] {
	if (keys.length > maxPinnedKeys) {
		throw new ConfigurationError("too-many-keys", "pinnedKeys", `pinnedKeys holds ${keys.length} keys, but at most ${maxPinnedKeys} are allowed.`);
	}
	const seen = new Set<string>();
	return keys.map((key) => {
		if (typeof key?.name !== "string" || typeof key.description !== "string") throw notAKey(key);
		const checked = checkPinnedKey(key, key.name);
		const folded = checked.name.toLowerCase().normalize("NFC");
		if (seen.has(folded)) {
			throw new ConfigurationError(
				"duplicate-key",
				"pinnedKeys",
				`pinnedKeys holds ${quote(checked.name)} twice (upper and lower case count as the same): leave one out.`,
			);
		}
		seen.add(folded);
		return checked;
	});
}

function checkPinnedKey(key: PinnedKey, entry: string): PinnedKey {
	const name = key.name.normalize("NFC").trim();
	const description = key.description.normalize("NFC").trim();
	if (codePoints(name) > maxNameChars || !namePattern.test(name)) throw malformed(entry, allowedName);
	if (codePoints(description) > maxDescriptionChars) throw malformed(entry, `a description has at most ${maxDescriptionChars} characters`);
	if (controlOrLineBreak.test(description)) throw malformed(entry, "a description has no line breaks or control characters");
	return { name, description: description.toWellFormed() };
}

/** Programs without types hand over entries as they stand in a configuration. */
function notAKey(key: unknown): ConfigurationError {
	const message = `pinnedKeys has the entry ${quote(JSON.stringify(key) ?? String(key))}, but wants {name, description}: parsePinnedKey makes one of a text.`;
	return new ConfigurationError("malformed-key", "pinnedKeys", message);
}

function malformed(entry: string, allowed: string): ConfigurationError {
	return new ConfigurationError(
		"malformed-key",
		"pinnedKeys",
		`pinnedKeys has the entry ${quote(entry)}, but ${allowed}. Write "name" or "name: description".`,
	);
}

function quote(text: string): string {
	return JSON.stringify(text.length > 100 ? `${text.slice(0, 100).toWellFormed()}…` : text);
}

function codePoints(text: string): number {
	let count = 0;
	for (const _ of text) count += 1;
	return count;
}
