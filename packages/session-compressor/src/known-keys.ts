import { maxPinnedKeys } from "./pinned-keys.ts";
import { type KnownKey, type PinnedKey, pinnedValue, type SessionMemoryState } from "./state.ts";

/** Known keys of one scope at most: every fold asks for all of them, so their number bounds its prompt. */
export const maxKnownKeys: number = 2 * maxPinnedKeys;

/**
 * The keys a fold asks for: those the state knows, those seen lately and those this turn configures, whose descriptions are the newest ones.
 * A key first asked for when something is already absorbed is marked with the cursor up to which nobody asked.
 * At most `maxKnownKeys`: the turn's own always count. Of the others those without a value go first, the longest unasked before the rest; a stored
 * value or override stays when its key goes, but no fold changes it until the key is asked for again.
 * @param seen keys asked for in this process, in the order in which they were last asked for.
 */
export function unionKeys(state: SessionMemoryState | undefined, turn: readonly PinnedKey[], seen: readonly PinnedKey[] = []): readonly KnownKey[] {
	const byName = new Map<string, KnownKey>((state?.knownKeys ?? []).map((key) => [key.name, key]));
	for (const { name, description } of [...seen, ...turn]) {
		const known = byName.get(name);
		if (known) byName.set(name, { ...known, description });
		else byName.set(name, { name, description, ...(state?.cursor ? { notAskedThrough: state.cursor } : {}) });
	}
	for (const name of dispensable([...byName.keys()], { state, turn, seen })) {
		if (byName.size <= maxKnownKeys) break;
		byName.delete(name);
	}
	return [...byName.values()];
}

/** Names that the turn does not ask for, those to go first in front. */
function dispensable(
	names: readonly string[],
	asked: { readonly state: SessionMemoryState | undefined; readonly turn: readonly PinnedKey[]; readonly seen: readonly PinnedKey[] },
): readonly string[] {
	const own = new Set(asked.turn.map(({ name }) => name));
	const lastAsked = new Map(asked.seen.map(({ name }, index) => [name, index]));
	const hasValue = (name: string) => [asked.state?.pinned, asked.state?.overrides].some((values) => values && pinnedValue(values, name) !== undefined);
	const byAge = names.filter((name) => !own.has(name)).toSorted((a, b) => (lastAsked.get(a) ?? -1) - (lastAsked.get(b) ?? -1));
	return [...byAge.filter((name) => !hasValue(name)), ...byAge.filter(hasValue)];
}
