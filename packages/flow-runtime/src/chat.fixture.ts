import type { MessageSource, SessionMessage } from "@foldback/session-compressor";
import type { FlowMessage, MessageWriter } from "./run-context.ts";

type StoredMessage = FlowMessage & { readonly id: string; readonly timestampMs: number };

/** A chat in memory: the writer and the source of one flow and user, over the same rows. */
export interface Chat extends MessageWriter, Pick<MessageSource, "newest" | "after" | "count"> {
	readonly rows: StoredMessage[];
	remove(id: string): void;
}

/** Keeps rows as a database would: ids and strictly increasing times, answers only while their input is there. */
export function createChat(): Chat {
	const rows: StoredMessage[] = [];
	const eligible = (sessionId: string, contextId: string, exclude: string | undefined): SessionMessage[] =>
		rows
			.filter((row) => row.sessionId === sessionId && (contextId === "" || row.contextId === contextId) && row.id !== exclude)
			.filter((row) => !row.error && (row.text.trim() !== "" || row.files.length > 0))
			.map((row) => ({
				id: row.id,
				revision: 0,
				timestampMs: row.timestampMs,
				role: row.sender === "User" ? "user" : "assistant",
				text: row.text,
				files: row.files,
			}));
	return {
		rows,
		remove: (id) => {
			rows.splice(0, rows.length, ...rows.filter((row) => row.id !== id));
		},
		append: async (message, options) => {
			if (options?.answers !== undefined && !rows.some((row) => row.id === options.answers)) return { stored: false, reason: "input-gone" };
			const stored = { ...message, id: message.id ?? `row-${rows.length + 1}`, timestampMs: 1_000 + rows.length };
			rows.push(stored);
			return { stored: true, message: stored };
		},
		newest: async (scope, limit, options) => eligible(scope.sessionId, scope.contextId, options?.exclude).slice(-limit),
		after: async (scope, cursor, limit, options) =>
			eligible(scope.sessionId, scope.contextId, options?.exclude)
				.filter((row) => !cursor || (row.timestampMs ?? 0) > cursor.timestampMs)
				.slice(0, limit),
		count: async (scope, range) => {
			const all = eligible(scope.sessionId, scope.contextId, undefined);
			if ("through" in range) return all.filter((row) => (row.timestampMs ?? 0) <= range.through.timestampMs).length;
			return all.filter((row) => !range.after || (row.timestampMs ?? 0) > range.after.timestampMs).length;
		},
	};
}
