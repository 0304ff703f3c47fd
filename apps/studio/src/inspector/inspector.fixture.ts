import type { Fold, SessionMemory } from "../api/session-memory.ts";

/** A journal entry; saved with these values unless told otherwise. */
export function aFold(id: string, members: Partial<Fold> & { readonly pinned?: Readonly<Record<string, string>>; readonly summary?: string } = {}): Fold {
	const { pinned = {}, summary = "", ...rest } = members;
	const through = { message_id: `m-${id}`, timestamp: `2026-11-30 12:00:0${id.at(-1)}.000000 UTC` };
	return {
		id,
		at: through.timestamp,
		outcome: "saved",
		code: null,
		after: null,
		through,
		message_count: 20,
		prompt_chars: 4_000,
		model: "offline-demo",
		usage: null,
		duration_ms: 12,
		snapshot: { summary, pinned, covered_until: through, absorbed_count: 20, summary_model: "offline-demo" },
		...rest,
	};
}

/** A memory with a state. */
export function aMemory(state: Partial<NonNullable<SessionMemory["state"]>> = {}, members: Partial<SessionMemory> = {}): SessionMemory {
	return {
		scope: { flow_id: "f", session_id: "s", context_id: "" },
		state: {
			summary: "",
			pinned: {},
			overrides: {},
			known_keys: [],
			covered_until: null,
			absorbed_count: 0,
			summary_model: "offline-demo",
			incarnation: "one",
			version: 1,
			created_at: "2026-11-30 12:00:00.000000 UTC",
			updated_at: "2026-11-30 12:00:00.000000 UTC",
			...state,
		},
		absorbed: 0,
		backlog: 0,
		recent_window: 10,
		uncovered: 0,
		summary_tokens: 0,
		verbatim_tokens: 0,
		fold_due: false,
		keys_not_asked: [],
		journal: [],
		...members,
	};
}
