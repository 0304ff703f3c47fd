/** Any JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** A flow as saved. `document` is the Langflow JSON exactly as imported, changes applied. */
export interface FlowRecord {
	readonly id: string;
	readonly userId: string;
	readonly name: string;
	/** Alternative name in URLs, unique per user; null when absent. */
	readonly endpointName: string | null;
	readonly document: { readonly [key: string]: Json };
	/** 1 at first, +1 at every change; a change names the revision it replaces, so two editors cannot overwrite each other silently. */
	readonly revision: number;
	readonly createdAtMs: number;
	readonly updatedAtMs: number;
}

export interface MessageRecord {
	/** UUIDv7. */
	readonly id: string;
	readonly flowId: string;
	readonly userId: string;
	readonly sessionId: string;
	readonly contextId: string;
	/** Epoch milliseconds, strictly increasing within a session for rows that the store timed. */
	readonly timestampMs: number;
	/** 0 at first, +1 at every change. */
	readonly revision: number;
	readonly sender: "User" | "Machine";
	readonly senderName: string;
	readonly text: string;
	/** Paths or names of attached files. */
	readonly files: readonly string[];
	readonly error: boolean;
	/** True once a person changed the text. */
	readonly edit: boolean;
	readonly category: "message" | "error" | "warning" | "info";
	readonly properties: { readonly [key: string]: Json };
	readonly contentBlocks: readonly Json[];
	/** Milliseconds the answer took; null for other rows. */
	readonly durationMs: number | null;
}

/** What one run was, by reference: it holds no text of the chat, so it forgets with the rows. */
export interface RunRecord {
	/** UUID. */
	readonly id: string;
	readonly flowId: string;
	readonly userId: string;
	readonly sessionId: string;
	/** Row of the user's message; `''` when it was not stored. */
	readonly inputId: string;
	/** Row of the answer; `''` when none was stored. */
	readonly answerId: string;
	readonly startedAtMs: number;
	readonly durationMs: number;
	readonly status: "finished" | "failed" | "cancelled";
	/** Why it failed; `''` for other runs. */
	readonly code: string;
	/** Node timings and model calls; the host's own shape, ids and sizes only. */
	readonly details: { readonly [key: string]: Json };
}
