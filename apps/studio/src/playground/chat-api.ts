import type { Message } from "../api/messages.ts";
import { query, request } from "../api/request.ts";

/** Rows that the host gives in one answer at most. */
const pageSize = 10_000;

/** All messages of a session, oldest first, page by page. */
export const readAllMessages = (flowId: string, sessionId: string, signal?: AbortSignal) => readMessagesAfter(flowId, sessionId, undefined, signal);

/** The messages of a session after one of them, or all, oldest first, page by page. */
export async function readMessagesAfter(flowId: string, sessionId: string, after: Message | undefined, signal?: AbortSignal): Promise<readonly Message[]> {
	const all: Message[] = [];
	let last = after;
	do {
		const page = await readPage(flowId, sessionId, last, signal);
		all.push(...page);
		last = page.length < pageSize ? undefined : page.at(-1);
	} while (last);
	return all;
}

function readPage(flowId: string, sessionId: string, last: Message | undefined, signal: AbortSignal | undefined): Promise<readonly Message[]> {
	const place = { after_timestamp: last?.timestamp, after_id: last?.id };
	const path = `/api/v1/monitor/messages${query({ flow_id: flowId, session_id: sessionId, limit: pageSize, ...place })}`;
	return request<readonly Message[]>(path, signal ? { signal } : {});
}

export const deleteSessions = (flowId: string, sessionIds: readonly string[]) =>
	request<{ readonly deleted_count: number }>(`/api/v1/monitor/messages/sessions${query({ flow_id: flowId })}`, { method: "DELETE", body: sessionIds });

/** Uploads a file for a flow's messages. @returns its path, as a run's `files` want it. @throws ApiProblem */
export async function uploadFile(flowId: string, file: File): Promise<string> {
	const form = new FormData();
	form.append("file", file);
	const path = `/api/v1/files/upload/${encodeURIComponent(flowId)}`;
	return (await request<{ readonly file_path: string }>(path, { method: "POST", body: form })).file_path;
}
