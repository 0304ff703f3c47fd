import type { PinnedKey, SessionCompressor, SessionScope } from "@foldback/session-compressor";

/**
 * A compressor for one run, in which every fold asks for the keys of all nodes that use the same scope: those that the flow says, and those that have recalled
 * it. The first fold of a session would otherwise absorb, for the one node that starts it, messages that hold the facts of the others. What a node is shown
 * stays its own.
 * @param configured the flow's keys by Context ID
 */
export function sharePinnedKeys(compressor: SessionCompressor, configured: ReadonlyMap<string, readonly PinnedKey[]>): SessionCompressor {
	const asked = new Map<string, Map<string, PinnedKey>>();
	const keysOf = (scope: SessionScope) => {
		const place = JSON.stringify([scope.flowId, scope.userId, scope.sessionId, scope.contextId]);
		const keys = asked.get(place) ?? byName(configured.get(scope.contextId) ?? []);
		asked.set(place, keys);
		return keys;
	};
	/** Upper and lower case count as the same, as they do within one node: a node's own spelling is the one that is asked for. */
	const othersOf = (scope: SessionScope, own: readonly PinnedKey[]) => {
		const names = byName(own);
		return [...keysOf(scope)].flatMap(([name, key]) => (names.has(name) ? [] : [key]));
	};
	return {
		...compressor,
		recall(scope, options) {
			const own = options?.pinnedKeys ?? [];
			const otherKeys = othersOf(scope, own);
			const keys = keysOf(scope);
			for (const [name, key] of byName(own)) if (!keys.has(name)) keys.set(name, key);
			return compressor.recall(scope, { ...options, otherKeys });
		},
		fold: (scope, options) => compressor.fold(scope, { ...options, otherKeys: othersOf(scope, options?.pinnedKeys ?? []) }),
	};
}

/** The first of each name. */
function byName(keys: readonly PinnedKey[]): Map<string, PinnedKey> {
	return new Map(keys.toReversed().map((key) => [key.name.toLowerCase().normalize("NFC"), key]));
}
