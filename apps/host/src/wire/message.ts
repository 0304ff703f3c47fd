import type { MessageRecord } from "@foldback/session-store";
import { z } from "@hono/zod-openapi";
import { formatTimestamp } from "./timestamp.ts";

/** A message as it goes over the wire: Langflow's names and time format. */
export const wireMessage = z
	.object({
		id: z.string(),
		flow_id: z.string(),
		session_id: z.string(),
		context_id: z.string(),
		timestamp: z.string().openapi({ example: "2026-11-30 12:00:00.000000 UTC" }),
		sender: z.enum(["User", "Machine"]),
		sender_name: z.string(),
		text: z.string(),
		files: z.array(z.string()),
		error: z.boolean(),
		edit: z.boolean(),
		category: z.enum(["message", "error", "warning", "info"]),
		properties: z.record(z.string(), z.any()),
		content_blocks: z.array(z.any()),
		duration: z.number().nullable(),
		revision: z.number().int(),
	})
	.openapi("Message");

export type WireMessage = z.infer<typeof wireMessage>;

export function toWireMessage(message: MessageRecord): WireMessage {
	return {
		id: message.id,
		flow_id: message.flowId,
		session_id: message.sessionId,
		context_id: message.contextId,
		timestamp: formatTimestamp(message.timestampMs),
		sender: message.sender,
		sender_name: message.senderName,
		text: message.text,
		files: [...message.files],
		error: message.error,
		edit: message.edit,
		category: message.category,
		properties: { ...message.properties },
		content_blocks: [...message.contentBlocks],
		duration: message.durationMs,
		revision: message.revision,
	};
}
