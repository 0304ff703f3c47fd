import type { OverrideResult } from "./compressor.ts";
import { headOf } from "./cut-text.ts";
import type { Engine } from "./engine.ts";
import { ConfigurationError } from "./errors.ts";
import { maxPinnedValueChars } from "./fold-reply.ts";
import { checkPinnedKeys } from "./pinned-keys.ts";
import type { SessionScope } from "./scope.ts";
import type { ExpectedState } from "./session-state-store.ts";
import { emptyDraft, type SessionMemoryDraft, type SessionMemoryState } from "./state.ts";

/**
 * Sets or releases pinned values by hand, on exactly the expected state.
 * @throws ConfigurationError for a malformed name, an empty value, or a compressor without a state store.
 */
export async function applyOverride(
	engine: Engine,
	scope: SessionScope,
	changes: Readonly<Record<string, string | null>>,
	expected: ExpectedState,
): Promise<OverrideResult> {
	const { store } = engine;
	if (!store) throw new ConfigurationError("unknown-value", "store", "store is missing, but an override must be kept: give the compressor a state store.");
	const state = await store.load(scope);
	const overrides = changeOverrides(state?.overrides ?? {}, changes);
	if (!isExpected(state, expected)) return { saved: false, reason: "conflict", state };
	const result = await store.save(scope, { ...draftOf(state), overrides }, { expected });
	if (result.saved) return result;
	return { saved: false, reason: result.reason === "no-rows" ? "no-rows" : "conflict", state: await store.load(scope) };
}

function changeOverrides(current: Readonly<Record<string, string>>, changes: Readonly<Record<string, string | null>>): Readonly<Record<string, string>> {
	const values = new Map(Object.entries(current));
	for (const [name, value] of Object.entries(changes)) {
		if (value === null) values.delete(name);
		else values.set(checkName(name), checkValue(name, value));
	}
	return Object.fromEntries(values);
}

function checkName(name: string): string {
	const [key] = checkPinnedKeys([{ name, description: "" }]);
	return key?.name ?? name;
}

function checkValue(name: string, value: string): string {
	const text = headOf(value.toWellFormed().trim(), maxPinnedValueChars).trimEnd();
	if (text !== "") return text;
	throw new ConfigurationError(
		"out-of-range",
		"overrides",
		`The override of ${JSON.stringify(name)} is ${JSON.stringify(value)}, but a value needs 1 to ${maxPinnedValueChars} characters: give one, or null to release the key.`,
	);
}

function isExpected(state: SessionMemoryState | undefined, expected: ExpectedState): boolean {
	if (expected === "absent") return state === undefined;
	return state?.incarnation === expected.incarnation && state.version === expected.version;
}

function draftOf(state: SessionMemoryState | undefined): SessionMemoryDraft {
	if (!state) return emptyDraft;
	const { incarnation: _incarnation, version: _version, createdAtMs: _created, updatedAtMs: _updated, ...draft } = state;
	return draft;
}
