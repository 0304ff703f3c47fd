import { query, request } from "../api/request.ts";
import type { MessagePlace, SessionMemory } from "../api/session-memory.ts";

/** A scope of session memory as the API names it. */
export interface MemoryScope {
	readonly flowId: string;
	readonly sessionId: string;
	readonly contextId: string;
}

/** How a fold that was asked for went. */
export interface FoldResult {
	readonly outcome: "saved" | "not-due" | "lost" | "failed" | "backing-off" | "no-store";
	readonly folds?: number;
	readonly code?: string;
	/** `YYYY-MM-DD HH:MM:SS.ffffff UTC` */
	readonly retry_at?: string;
}

/** When the host folds. */
export interface FoldingSettings {
	/** Messages in the backlog from which a fold is due. */
	readonly foldThreshold: number;
	/** Messages that one fold absorbs at most. */
	readonly maxBatch: number;
}

/** A message that a model call was sent; its text only while the row is still the same. */
export interface SentMessage {
	readonly id: string;
	readonly revision: number;
	readonly status: "same" | "changed" | "deleted";
	readonly sender: "User" | "Machine" | null;
	readonly timestamp: string | null;
	readonly text: string | null;
	readonly files: readonly string[];
}

/** The summary message of a model call; its parts only while they are still remembered. */
export interface SentSummary {
	readonly incarnation: string;
	readonly version: number;
	readonly chars: number;
	readonly context_id: string | null;
	readonly status: "current" | "earlier" | "forgotten";
	readonly summary: string | null;
	readonly pinned: Readonly<Record<string, string>> | null;
	readonly overrides: Readonly<Record<string, string>> | null;
}

/** A message of the turn itself, after the input. */
export interface SentTurnMessage {
	/** The model's calls of tools, a tool's output, or a note that a call was malformed. */
	readonly kind: "calls" | "output" | "complaint";
	readonly status: "same" | "changed" | "deleted" | "not-kept";
	/** The tool whose output it is. */
	readonly name: string | null;
	/** Words or output. */
	readonly text: string | null;
	readonly calls: readonly { readonly name: string; readonly input?: unknown }[];
}

interface RunHeader {
	readonly run_id: string;
	readonly input_id: string | null;
	readonly answer_id: string | null;
	readonly started_at: string;
	readonly duration_ms: number;
	readonly status: "finished" | "failed" | "cancelled";
	readonly code: string | null;
	readonly model_calls: number;
	readonly input_tokens: number | null;
	readonly output_tokens: number | null;
}

/** A run with what each of its model calls was sent. */
export interface Run extends RunHeader {
	readonly calls: readonly {
		readonly node_id: string;
		readonly model: string;
		readonly round: number;
		/** Index in `views`. */
		readonly view: number;
		readonly message_count: number;
		/** The system message; its text is null when it may have held text of the chat. */
		readonly instructions: { readonly text: string | null; readonly chars: number } | null;
		readonly turn: readonly SentTurnMessage[];
		readonly input_tokens: number | null;
		readonly output_tokens: number | null;
		readonly duration_ms: number;
	}[];
	readonly views: readonly { readonly message_count: number; readonly messages: readonly SentMessage[]; readonly summary: SentSummary | null }[];
}

/** What the first model call of a run was sent, by reference. */
export interface RunView {
	readonly run_id: string;
	readonly input_id: string | null;
	readonly answer_id: string | null;
	readonly input_tokens: number | null;
	readonly summary: { readonly incarnation: string; readonly version: number; readonly chars: number } | null;
	readonly message_ids: readonly string[];
}

/** The state that a change by hand is made on. */
export type ExpectedState = "absent" | { readonly incarnation: string; readonly version: number };

const path = "/api/v1/monitor/session-memory";
const scopeQuery = ({ flowId, sessionId, contextId }: MemoryScope) =>
	query({ flow_id: flowId, session_id: sessionId, context_id: contextId === "" ? undefined : contextId });

export const foldNow = (scope: MemoryScope, { onlyIfDue = false } = {}) =>
	request<SessionMemory & { readonly fold: FoldResult }>(`${path}/fold${scopeQuery(scope)}`, { method: "POST", body: { only_if_due: onlyIfDue } });

export const rebuildMemory = (scope: MemoryScope) =>
	request<SessionMemory & { readonly rebuild: FoldResult }>(`${path}/rebuild${scopeQuery(scope)}`, { method: "POST" });

/** @throws ApiProblem 409 with the member `state` when the state is not the expected one any more. */
export const changeOverrides = (scope: MemoryScope, overrides: Readonly<Record<string, string | null>>, expected: ExpectedState) =>
	request<SessionMemory>(`${path}${scopeQuery(scope)}`, { method: "PATCH", body: { overrides, expected } });

export const readFolding = async () => (await request<{ readonly folding: FoldingSettings }>("/api/v1/config")).folding;

/** @param id a run's, or that of its answer message. */
export const readRun = (id: string) => request<Run>(`/api/v1/monitor/runs/${encodeURIComponent(id)}`);

/** The newest 100 of a session, oldest first. */
export const listRunViews = (flowId: string, sessionId: string) =>
	request<readonly RunView[]>(`/api/v1/monitor/run-views${query({ flow_id: flowId, session_id: sessionId })}`);

/** Whether a message stands at or before a place. Both times have the same fixed width. */
export function isThrough(message: { readonly id: string; readonly timestamp: string }, place: MessagePlace | null): boolean {
	if (place === null) return false;
	return message.timestamp < place.timestamp || (message.timestamp === place.timestamp && message.id <= place.message_id);
}
