import { query, request } from "./request.ts";

/** Where something stands in a session. */
export interface MessagePlace {
	readonly message_id: string;
	readonly timestamp: string;
}

export interface SessionMemoryState {
	readonly summary: string;
	readonly pinned: Readonly<Record<string, string>>;
	readonly overrides: Readonly<Record<string, string>>;
	readonly known_keys: readonly { readonly name: string; readonly description: string; readonly not_asked_through: MessagePlace | null }[];
	readonly covered_until: MessagePlace | null;
	readonly absorbed_count: number;
	readonly summary_model: string;
	readonly incarnation: string;
	readonly version: number;
	readonly created_at: string;
	readonly updated_at: string;
}

/** One entry of the fold journal. */
export interface Fold {
	readonly id: string;
	readonly at: string;
	readonly outcome: string;
	readonly code: string | null;
	readonly after: MessagePlace | null;
	readonly through: MessagePlace;
	readonly message_count: number;
	readonly prompt_chars: number;
	readonly model: string;
	readonly usage: { readonly input_tokens: number | null; readonly output_tokens: number | null } | null;
	readonly duration_ms: number;
	readonly snapshot: {
		readonly summary: string;
		readonly pinned: Readonly<Record<string, string>>;
		readonly covered_until: MessagePlace | null;
		readonly absorbed_count: number;
		readonly summary_model: string;
	} | null;
}

/** What is remembered of a session, and how much of it each part holds: sizes in messages, tokens estimated. */
export interface SessionMemory {
	readonly scope: { readonly flow_id: string; readonly session_id: string; readonly context_id: string };
	readonly state: SessionMemoryState | null;
	readonly absorbed: number;
	readonly backlog: number;
	readonly recent_window: number;
	readonly uncovered: number;
	readonly summary_tokens: number;
	readonly verbatim_tokens: number;
	readonly fold_due: boolean;
	readonly keys_not_asked: readonly string[];
	/** Newest first. */
	readonly journal: readonly Fold[];
}

const path = "/api/v1/monitor/session-memory";

/** @param sessionId the flow's default session when undefined. */
export const readSessionMemory = (flowId: string, sessionId: string | undefined, contextId = "") =>
	request<SessionMemory>(`${path}${query({ flow_id: flowId, session_id: sessionId, context_id: contextId === "" ? undefined : contextId })}`);
