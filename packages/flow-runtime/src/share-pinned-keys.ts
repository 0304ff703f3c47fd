import { maxPinnedKeys, type PinnedKey, type SessionCompressor, type SessionScope } from "@foldback/session-compressor";

/**
 * A compressor for one run, in which every fold asks for the keys of all nodes that have recalled the same scope: the first fold of a session would
 * otherwise absorb, for the one node that starts it, messages that hold the facts of the others. What a node is shown stays its own.
 */
export function sharePinnedKeys(compressor: SessionCompressor): SessionCompressor {
	const asked = new Map<string, Map<string, PinnedKey>>();
	const keysOf = (scope: SessionScope) => {
		const place = JSON.stringify([scope.flowId, scope.userId, scope.sessionId, scope.contextId]);
		const keys = asked.get(place) ?? new Map<string, PinnedKey>();
		asked.set(place, keys);
		return keys;
	};
	return {
		...compressor,
		recall(scope, options) {
			const keys = keysOf(scope);
			for (const key of options?.pinnedKeys ?? []) if (!keys.has(nameOf(key))) keys.set(nameOf(key), key);
			return compressor.recall(scope, options);
		},
		fold(scope, options) {
			const own = options?.pinnedKeys ?? [];
			const names = new Set(own.map(nameOf));
			const others = [...keysOf(scope)].flatMap(([name, key]) => (names.has(name) ? [] : [key]));
			return compressor.fold(scope, { ...options, pinnedKeys: [...own, ...others].slice(0, maxPinnedKeys) });
		},
	};
}

/** Upper and lower case count as the same, as they do within one node. */
function nameOf({ name }: PinnedKey): string {
	return name.toLowerCase().normalize("NFC");
}
