import type { Fold, MessagePlace, SessionMemory } from "../api/session-memory.ts";

/** A change of a key's folded value. */
interface FactChange {
	/** The new value; undefined: the fold cleared it. */
	readonly value: string | undefined;
	readonly fold: Fold;
}

/** A pinned key with its value and where that comes from. */
export interface KeyFact {
	readonly name: string;
	readonly description: string;
	/** What agents are told: the override, else the folded value. */
	readonly value: string | undefined;
	readonly setByHand: boolean;
	/** What it would be without the override. */
	readonly foldedValue: string | undefined;
	/** The fold that gave the folded value its present text; undefined when its journal entry is gone. */
	readonly origin: Fold | undefined;
	/** Changes by folds, newest first, as far as the journal goes back. */
	readonly history: readonly FactChange[];
	/** What a fold cleared, when the key has had no value since: it can be set again by hand. */
	readonly cleared: string | undefined;
	/** Messages up to here were folded before anyone asked for this key. */
	readonly notAskedThrough: MessagePlace | null;
}

/**
 * All pinned keys of a scope: the agents' own in their order, then what is known or stored besides.
 * @param configured keys of the agents that use the scope.
 */
export function keyFacts(
	memory: Pick<SessionMemory, "state" | "journal">,
	configured: readonly { readonly name: string; readonly description: string }[],
): readonly KeyFact[] {
	const { state } = memory;
	const known = state?.known_keys ?? [];
	const stored = [...Object.keys(state?.overrides ?? {}), ...Object.keys(state?.pinned ?? {})].map((name) => ({ name, description: "" }));
	const keys = new Map([...stored, ...known].map(({ name, description }) => [name, description]));
	for (const { name, description } of configured) keys.set(name, description || (keys.get(name) ?? ""));
	const order = [...new Set([...configured, ...known, ...stored].map(({ name }) => name))];
	const saved = memory.journal.filter(({ snapshot }) => snapshot !== null).toReversed();
	return order.map((name) => {
		const override = ownValue(state?.overrides, name);
		const foldedValue = ownValue(state?.pinned, name);
		const history = changesOf(saved, name);
		const [newest, before] = history;
		return {
			name,
			description: keys.get(name) ?? "",
			value: override ?? foldedValue,
			setByHand: override !== undefined,
			foldedValue,
			origin: newest?.value !== undefined && newest.value === foldedValue ? newest.fold : undefined,
			history,
			cleared: foldedValue === undefined && override === undefined && newest && newest.value === undefined ? before?.value : undefined,
			notAskedThrough: known.find((key) => key.name === name)?.not_asked_through ?? null,
		};
	});
}

/** @param saved oldest first. @returns newest first. */
function changesOf(saved: readonly Fold[], name: string): readonly FactChange[] {
	const changes: FactChange[] = [];
	let current: string | undefined;
	for (const fold of saved) {
		const value = ownValue(fold.snapshot?.pinned, name);
		if (value !== current) changes.unshift({ value, fold });
		current = value;
	}
	return changes;
}

/** Own values only: a key may be called `constructor`. */
function ownValue(values: Readonly<Record<string, string>> | undefined, name: string): string | undefined {
	return values && Object.hasOwn(values, name) ? values[name] : undefined;
}

/** The newest of a fold's messages that holds a value, read without regard to case; undefined when it stands in none word for word. */
export function messageWithValue<Message extends { readonly text: string }>(messages: readonly Message[], value: string): Message | undefined {
	const wanted = value.toLowerCase();
	return messages.findLast(({ text }) => text.toLowerCase().includes(wanted));
}
