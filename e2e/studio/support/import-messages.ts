import type { Studio } from "./studio.ts";

/** Stores messages in a session without running anything; all are there when it resolves. @param rows at least sender and text. */
export async function importMessages(
	studio: Studio,
	{ flowId, sessionId }: { readonly flowId: string; readonly sessionId: string },
	rows: readonly { readonly sender: string; readonly text: string }[],
): Promise<void> {
	const path = `${studio.host.url}/api/v1/monitor/messages/import?flow_id=${flowId}&session_id=${encodeURIComponent(sessionId)}`;
	const body = rows.map((row) => `${JSON.stringify({ sender_name: row.sender === "User" ? "User" : "AI", ...row })}\n`).join("");
	const response = await fetch(path, { method: "POST", headers: { "content-type": "application/x-ndjson" }, body });
	// The answer begins when the lines have been checked, and ends when the rows are stored.
	const answer = await response.text();
	if (!response.ok || !answer.includes('"event":"end"')) throw new Error(`The import answered ${response.status}: ${answer}`);
}
