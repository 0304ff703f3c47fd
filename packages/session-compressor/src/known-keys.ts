import type { KnownKey, PinnedKey, SessionMemoryState } from "./state.ts";

/**
 * The keys a fold asks for: those the state knows and those this turn configures, whose descriptions are the newer ones.
 * A key first asked for when something is already absorbed is marked with the cursor up to which nobody asked.
 */
export function unionKeys(state: SessionMemoryState | undefined, configured: readonly PinnedKey[]): readonly KnownKey[] {
	const byName = new Map<string, KnownKey>((state?.knownKeys ?? []).map((key) => [key.name, key]));
	for (const { name, description } of configured) {
		const known = byName.get(name);
		if (known) byName.set(name, { ...known, description });
		else byName.set(name, { name, description, ...(state?.cursor ? { notAskedThrough: state.cursor } : {}) });
	}
	return [...byName.values()];
}
