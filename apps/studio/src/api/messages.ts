import { query, request } from "./request.ts";

/** A stored message, as Langflow writes it. */
export interface Message {
	readonly id: string;
	readonly flow_id: string;
	readonly session_id: string;
	readonly context_id: string;
	/** `YYYY-MM-DD HH:MM:SS.ffffff UTC` */
	readonly timestamp: string;
	readonly sender: "User" | "Machine";
	readonly sender_name: string;
	readonly text: string;
	readonly files: readonly string[];
	readonly error: boolean;
	readonly edit: boolean;
	readonly category: "message" | "error" | "warning" | "info";
	readonly properties: Readonly<Record<string, unknown>>;
	readonly content_blocks: readonly unknown[];
	/** Milliseconds. */
	readonly duration: number | null;
	readonly revision: number;
}

const monitor = "/api/v1/monitor/messages";
const sessionPath = (sessionId: string) => `${monitor}/session/${encodeURIComponent(sessionId)}`;

/** Session ids, newest activity first. */
export const listSessions = (flowId: string) => request<readonly string[]>(`${monitor}/sessions${query({ flow_id: flowId })}`);

/** Oldest first. */
export const listMessages = (flowId: string, sessionId: string) =>
	request<readonly Message[]>(`${monitor}${query({ flow_id: flowId, session_id: sessionId })}`);

export const editMessage = (id: string, change: { readonly text: string }) =>
	request<Message>(`${monitor}/${encodeURIComponent(id)}`, { method: "PUT", body: change });

export const deleteMessages = (ids: readonly string[]) => request<undefined>(monitor, { method: "DELETE", body: ids });

export const renameSession = (flowId: string, sessionId: string, name: string) =>
	request<readonly Message[]>(`${sessionPath(sessionId)}${query({ flow_id: flowId, new_session_id: name })}`, { method: "PATCH" });
