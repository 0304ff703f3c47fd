import type { ImportedMessage, Json } from "@foldback/session-store";
import { z } from "@hono/zod-openapi";
import { jsonObject } from "./json-object.ts";
import { parseTimestamp } from "./timestamp.ts";

const anyJson = z.unknown().transform((value) => value as Json);

const time = z.union([z.string(), z.number()], { error: "a time such as 2026-11-30 12:00:00.000000 UTC, or epoch milliseconds" }).transform((value, check) => {
	const timestampMs = typeof value === "number" ? value : parseTimestamp(value);
	if (timestampMs !== undefined && Number.isSafeInteger(timestampMs) && timestampMs >= 0 && timestampMs <= 253_402_300_799_999) return timestampMs;
	check.addIssue({ code: "custom", message: "a time from 1970 to 9999, such as 2026-11-30 12:00:00.000000 UTC, or epoch milliseconds", input: value });
	return z.NEVER;
});

/** One line of an import: a message as the export writes it. Of another system's lines `role` and `content` are understood too. */
export const importLine = z
	.looseObject({
		id: z.string().min(1).max(200).optional(),
		text: z.string().max(10_000_000).optional(),
		content: z.string().max(10_000_000).optional(),
		sender: z.enum(["User", "Machine"], { error: "User or Machine" }).optional(),
		role: z.enum(["user", "assistant"], { error: "user or assistant" }).optional(),
		sender_name: z.string().max(500).optional(),
		context_id: z.string().max(500).optional(),
		timestamp: time.nullish().openapi({ type: "string" }),
		files: z.array(z.string()).optional(),
		error: z.boolean().optional(),
		category: z.enum(["message", "error", "warning", "info"]).optional(),
		properties: jsonObject.optional(),
		content_blocks: z.array(anyJson).optional(),
		duration: z.number().int().nullish(),
	})
	.refine(({ text, content }) => text !== undefined || content !== undefined, { path: ["text"], error: "a text" })
	.refine(({ sender, role }) => sender !== undefined || role !== undefined, { path: ["sender"], error: "User or Machine" })
	.openapi("ImportLine", { example: { text: "Which cluster were we on again?", sender: "User", timestamp: "2026-11-30 12:00:00.000000 UTC" } });

export function toImportedMessage(line: z.infer<typeof importLine>): ImportedMessage {
	return {
		text: line.text ?? line.content ?? "",
		sender: line.sender ?? (line.role === "user" ? "User" : "Machine"),
		...(line.id === undefined ? {} : { id: line.id }),
		...(line.sender_name === undefined ? {} : { senderName: line.sender_name }),
		...(line.context_id === undefined ? {} : { contextId: line.context_id }),
		...(line.timestamp == null ? {} : { timestampMs: line.timestamp }),
		...(line.files === undefined ? {} : { files: line.files }),
		...(line.error === undefined ? {} : { error: line.error }),
		...(line.category === undefined ? {} : { category: line.category }),
		...(line.properties === undefined ? {} : { properties: line.properties }),
		...(line.content_blocks === undefined ? {} : { contentBlocks: line.content_blocks }),
		...(line.duration == null ? {} : { durationMs: line.duration }),
	};
}
