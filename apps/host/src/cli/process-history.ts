import type { FlowMessage, MessageWriter } from "@foldback/flow-runtime";
import type { MessageSource, SessionMessage } from "@foldback/session-compressor";

/** Messages of one process, for runs without a database: they end with it. */
export interface ProcessHistory {
	readonly source: MessageSource;
	readonly writer: MessageWriter;
}

type Stored = FlowMessage & { readonly id: string; readonly timestampMs: number };

export function createProcessHistory(now: () => number): ProcessHistory {
	const rows: Stored[] = [];
	const eligible = (sessionId: string, contextId: string, exclude?: string) =>
		rows
			.filter((row) => row.sessionId === sessionId && (contextId === "" || row.contextId === contextId) && row.id !== exclude)
			.filter(({ text, files, error }) => error !== true && (text.trim() !== "" || files.length > 0));
	return {
		writer: {
			append: async (message) => {
				const timestampMs = Math.max(now(), (rows.at(-1)?.timestampMs ?? 0) + 1);
				const stored = { ...message, id: message.id ?? crypto.randomUUID(), timestampMs };
				rows.push(stored);
				return { stored: true, message: stored };
			},
		},
		source: {
			newest: async ({ sessionId, contextId }, limit, options) => eligible(sessionId, contextId, options?.exclude).slice(-limit).map(toSessionMessage),
			after: async ({ sessionId, contextId }, cursor, limit, options) =>
				eligible(sessionId, contextId, options?.exclude)
					.filter(({ timestampMs }) => cursor === undefined || timestampMs > (cursor.timestampMs ?? 0))
					.slice(0, limit)
					.map(toSessionMessage),
			count: async ({ sessionId, contextId }) => eligible(sessionId, contextId).length,
		},
	};
}

function toSessionMessage({ id, timestampMs, sender, text, files }: Stored): SessionMessage {
	return { id, revision: 0, timestampMs, role: sender === "User" ? "user" : "assistant", text, ...(files.length === 0 ? {} : { files }) };
}
