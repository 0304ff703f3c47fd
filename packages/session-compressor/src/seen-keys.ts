import { type SessionScope, scopeKey } from "./scope.ts";
import type { PinnedKey } from "./state.ts";

/** The pinned keys with which agents have used a scope in this process; the state knows them only once something is folded. */
export interface SeenKeys {
	note(scope: SessionScope, keys: readonly PinnedKey[]): void;
	/** In the order in which they were last asked for, with their newest descriptions. */
	of(scope: SessionScope): readonly PinnedKey[];
}

const maxScopes = 1_000;
const maxKeys = 100;

export function createSeenKeys(): SeenKeys {
	const seen = new Map<string, ReadonlyMap<string, PinnedKey>>();
	return {
		note(scope, keys) {
			if (keys.length === 0) return;
			const key = scopeKey(scope);
			const union = new Map(seen.get(key));
			seen.delete(key);
			for (const pinned of keys) {
				union.delete(pinned.name);
				union.set(pinned.name, pinned);
			}
			seen.set(key, new Map([...union].slice(-maxKeys)));
			const oldest = seen.keys().next();
			if (seen.size > maxScopes && !oldest.done) seen.delete(oldest.value);
		},
		of: (scope) => [...(seen.get(scopeKey(scope))?.values() ?? [])],
	};
}
