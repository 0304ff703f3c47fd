import { checkedTimestamp, type MessageRow, newMessageRow, nextTimestamp } from "./message-row.ts";
import type { MessageRecord } from "./records.ts";
import type { ImportedMessage, MessagePlace } from "./session-store.ts";

/** Where imported rows go, and what decides on their ids and times. */
export interface ImportTarget {
	readonly session: Pick<MessageRecord, "flowId" | "userId" | "sessionId">;
	/** The row before the first one of this part. */
	readonly after: MessagePlace | undefined;
	readonly nowMs: number;
	readonly newId: () => string;
	/** Whether a row of any session has this id. */
	readonly isTaken: (id: string) => boolean;
}

/** The row of one imported message, after the one before it. @throws StoreError `bad-value` for a time that no row can have. */
export function importedRow(message: ImportedMessage, { session, after, nowMs, newId, isTaken }: ImportTarget): MessageRow {
	const timestampMs = message.timestampMs === undefined ? nextTimestamp(after ? 0 : nowMs, after?.timestampMs) : checkedTimestamp(message.timestampMs);
	const follows = after?.timestampMs !== timestampMs || (message.id ?? "") > after.id;
	const id = message.id && follows && !isTaken(message.id) ? message.id : newId();
	const { flowId, userId, sessionId } = session;
	return newMessageRow({ ...message, flowId, userId, sessionId }, { id, sessionId, timestampMs });
}
