import type { SaveResult, SessionMemoryState, SessionStateStore } from "@foldback/session-compressor";
import { scopeKey } from "@foldback/session-compressor";

/** A state store beside somebody else's history, in a map. Each step between two awaits is atomic, so checking and writing is one. */
export function createMapStateStore(states: Map<string, SessionMemoryState> = new Map()): SessionStateStore {
	return {
		load: async (scope) => structuredClone(states.get(scopeKey(scope))),
		save: async (scope, next, { expected }): Promise<SaveResult> => {
			const current = states.get(scopeKey(scope));
			const found = current ? `${current.incarnation} ${current.version}` : "absent";
			const wanted = expected === "absent" ? "absent" : `${expected.incarnation} ${expected.version}`;
			if (found !== wanted) return { saved: false, reason: "conflict" };
			const goesOn = current && !(current.cursor && !next.cursor);
			const incarnation = goesOn ? current.incarnation : crypto.randomUUID();
			const version = goesOn ? current.version + 1 : 1;
			const now = Date.now();
			const state = structuredClone({ ...next, incarnation, version, createdAtMs: current?.createdAtMs ?? now, updatedAtMs: now });
			states.set(scopeKey(scope), state);
			return { saved: true, state: structuredClone(state) };
		},
		delete: async (scope) => states.delete(scopeKey(scope)),
	};
}
