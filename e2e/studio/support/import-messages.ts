import type { Studio } from "./studio.ts";

/** Stores messages in a session without running anything. @param rows at least sender and text. */
export async function importMessages(
	studio: Studio,
	{ flowId, sessionId }: { readonly flowId: string; readonly sessionId: string },
	rows: readonly { readonly sender: string; readonly text: string }[],
): Promise<void> {
	const path = `${studio.host.url}/api/v1/monitor/messages/import?flow_id=${flowId}&session_id=${encodeURIComponent(sessionId)}`;
	const body = rows.map((row) => `${JSON.stringify({ sender_name: row.sender === "User" ? "User" : "AI", ...row })}\n`).join("");
	const response = await fetch(path, { method: "POST", headers: { "content-type": "application/x-ndjson" }, body });
	// It answers before it has stored anything, and tells at the end that all is there.
	const told = await response.text();
	if (!response.ok || !told.includes('"event":"end"')) throw new Error(`The import answered ${response.status}: ${told}`);
}
