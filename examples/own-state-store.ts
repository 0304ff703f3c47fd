import { type SessionMemoryState, type SessionScope, type SessionStateStore, scopeKey } from "@foldback/session-compressor";
import type Database from "better-sqlite3";

/** States as JSON in the table `chat_memory`, one a scope. Of several saves on the same state one wins. */
export function createChatMemoryStore(database: Database.Database): SessionStateStore {
	const read = database.prepare<[string], { readonly state: string }>("SELECT state FROM chat_memory WHERE scope = ?");
	const write = database.prepare("INSERT INTO chat_memory (scope, state) VALUES (?, ?) ON CONFLICT (scope) DO UPDATE SET state = excluded.state");
	const remove = database.prepare<[string], { readonly scope: string }>("DELETE FROM chat_memory WHERE scope = ? RETURNING scope");
	const load = (scope: SessionScope): SessionMemoryState | undefined => {
		const row = read.get(scopeKey(scope));
		// Only `save` below writes the column.
		return row && (JSON.parse(row.state) as SessionMemoryState);
	};
	return {
		load: async (scope) => load(scope),
		save: async (scope, next, { expected }) =>
			database
				.transaction(() => {
					const current = load(scope);
					const wanted = expected === "absent" ? undefined : expected;
					if (current?.incarnation !== wanted?.incarnation || current?.version !== wanted?.version) return { saved: false, reason: "conflict" } as const;
					// A rebuild starts a new life of the memory: whoever still holds the old one loses.
					const goesOn = current && !(current.cursor && !next.cursor) ? current : undefined;
					const state: SessionMemoryState = {
						...next,
						incarnation: goesOn?.incarnation ?? crypto.randomUUID(),
						version: (goesOn?.version ?? 0) + 1,
						createdAtMs: goesOn?.createdAtMs ?? Date.now(),
						updatedAtMs: Date.now(),
					};
					write.run(scopeKey(scope), JSON.stringify(state));
					return { saved: true, state } as const;
				})
				.immediate(),
		delete: async (scope) => remove.get(scopeKey(scope)) !== undefined,
	};
}
