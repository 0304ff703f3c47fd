import type { QueryClient } from "@tanstack/react-query";
import type { Message } from "../api/messages.ts";
import { putNewer } from "../api/put-newer.ts";
import { allMessagesKey } from "./use-messages.ts";

/** Puts rows that have just been stored at the end of what was read of a session. Those that are there stay as they are. */
export function addMessages(
	client: QueryClient,
	{ flowId, sessionId }: { readonly flowId: string; readonly sessionId: string },
	rows: readonly Message[],
): void {
	putNewer<readonly Message[]>(client, allMessagesKey(flowId, sessionId), (messages) => append(messages, rows));
}

function append(messages: readonly Message[], rows: readonly Message[]): readonly Message[] {
	const known = new Set(messages.map(({ id }) => id));
	const added = rows.filter(({ id }) => !known.has(id));
	// The stream leaves the revision out: a row that was just stored has none but the first.
	return added.length === 0 ? messages : [...messages, ...added.map((row) => ({ ...row, revision: row.revision ?? 0 }))];
}
