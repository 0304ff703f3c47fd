import type { MessagePlace, MessageRecord, MessageStore } from "@foldback/session-store";
import { toWireMessage } from "../wire/message.ts";

const pageRows = 500;

/** A session's messages, oldest first, one JSON object a line. Read page by page as fast as they are taken. */
export function exportMessages(
	messages: Pick<MessageStore, "list">,
	{ userId, flowId, sessionId }: Pick<MessageRecord, "flowId" | "userId" | "sessionId">,
): ReadableStream<Uint8Array> {
	const encoder = new TextEncoder();
	let after: MessagePlace | undefined;
	return new ReadableStream({
		async pull(controller) {
			const rows = await messages.list(userId, { flowId, sessionId, limit: pageRows, ...(after ? { after } : {}) });
			const last = rows.at(-1);
			if (last) {
				after = { timestampMs: last.timestampMs, id: last.id };
				controller.enqueue(encoder.encode(rows.map((row) => `${JSON.stringify(toWireMessage(row))}\n`).join("")));
			}
			if (rows.length < pageRows) controller.close();
		},
	});
}
