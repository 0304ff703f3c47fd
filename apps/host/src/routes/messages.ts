import type { Json, MessageFilter, MessagePatch } from "@foldback/session-store";
import { createRoute, z } from "@hono/zod-openapi";
import type { HostDependencies } from "../dependencies.ts";
import { removeMessageFiles, storedNameOf } from "../files/remove-message-files.ts";
import { flowIdOf } from "../flows/save-flow.ts";
import type { HostApp } from "../http/environment.ts";
import { ProblemError, quoteValue } from "../http/problem.ts";
import { examples } from "../wire/examples.ts";
import { jsonObject } from "../wire/json-object.ts";
import { toWireMessage, wireMessage } from "../wire/message.ts";
import { wholeNumber } from "../wire/query.ts";
import { parseTimestamp } from "../wire/timestamp.ts";
import { body, json, problems } from "./responses.ts";

const time = z
	.string()
	.transform((text, check) => {
		const timestampMs = parseTimestamp(text);
		if (timestampMs === undefined) check.addIssue({ code: "custom", message: "a time such as 2026-11-30 12:00:00.000000 UTC", input: text });
		return timestampMs ?? 0;
	})
	.openapi({ type: "string" });

const listQuery = z.object({
	flow_id: z.string().optional().openapi({ example: examples.flow }),
	session_id: z.string().optional().openapi({ example: examples.session }),
	context_id: z.string().optional(),
	sender: z.enum(["User", "Machine"], { error: "User or Machine" }).optional(),
	sender_name: z.string().optional(),
	order_by: z.literal("timestamp", { error: "timestamp, the only order there is" }).optional(),
	order: z.enum(["ASC", "DESC", "asc", "desc"], { error: "ASC or DESC" }).optional(),
	limit: wholeNumber(1, 10_000).optional(),
	after_timestamp: time.optional(),
	after_id: z.string().optional(),
});

const list = createRoute({
	method: "get",
	path: "/api/v1/monitor/messages",
	summary: "Messages, oldest first, at most `limit` (1,000)",
	description: "For the next page give the last row's `timestamp` and `id` as `after_timestamp` and `after_id`.",
	request: { query: listQuery },
	responses: { 200: json("The messages.", z.array(wireMessage)), 422: problems[422] },
});

const removeSome = createRoute({
	method: "delete",
	path: "/api/v1/monitor/messages",
	summary: "Delete messages by id",
	request: {
		body: body(
			z
				.array(z.string())
				.max(10_000, "at most 10,000 ids")
				.openapi({ example: [examples.message] }),
		),
	},
	responses: { 204: { description: "Deleted. Ids that are not yours are ignored." }, 422: problems[422] },
});

/** JSON.parse made it, so it is JSON. */
const anyJson = z.unknown().transform((value) => value as Json);

const messageChange = z
	.looseObject({
		text: z.string().optional(),
		sender_name: z.string().optional(),
		files: z.array(z.string()).optional(),
		error: z.boolean().optional(),
		category: z.enum(["message", "error", "warning", "info"]).optional(),
		context_id: z.string().optional(),
		properties: jsonObject.optional(),
		content_blocks: z.array(anyJson).optional(),
	})
	.openapi({ example: { text: "The cluster is EU-8." } });

const change = createRoute({
	method: "put",
	path: "/api/v1/monitor/messages/{id}",
	summary: "Edit a message",
	description: "Members that cannot be changed are ignored. The row gets `edit: true`; what was remembered of the old text is forgotten.",
	request: { params: z.object({ id: z.string().openapi({ example: examples.message }) }), body: body(messageChange) },
	responses: { 200: json("The message.", wireMessage), 404: problems[404], 422: problems[422] },
});

export function addMessageRoutes(app: HostApp, deps: HostDependencies): void {
	const { store } = deps;
	app.openapi(list, async (context) => {
		const query = context.req.valid("query");
		const userId = context.get("userId");
		const messages = await store.messages.list(userId, { ...toFilter(query), ...(await flowIdOf(deps, userId, query.flow_id)) });
		return context.json(messages.map(toWireMessage), 200);
	});
	app.openapi(removeSome, async (context) => {
		const ids = context.req.valid("json");
		const going = new Set(ids);
		const named = (await store.messages.getAll(context.get("userId"), ids)).filter(({ files }) => files.length > 0);
		for (const flowId of new Set(named.map((row) => row.flowId))) await removeMessageFiles(deps, flowId, ({ id }) => going.has(id));
		await store.messages.delete(context.get("userId"), ids);
		return context.body(null, 204);
	});
	app.openapi(change, async (context) => {
		const { id } = context.req.valid("param");
		const { files } = context.req.valid("json");
		const before = files && (await store.messages.get(context.get("userId"), id));
		if (before && before.files.length > 0) {
			const kept = new Set(files.map(storedNameOf));
			await removeMessageFiles(deps, before.flowId, (row, storedName) => row.id === id && !kept.has(storedName));
		}
		const message = await store.messages.update(context.get("userId"), id, toPatch(context.req.valid("json")));
		if (!message) throw new ProblemError("not-found", `There is no message ${quoteValue(id)}. GET /api/v1/monitor/messages lists yours.`);
		return context.json(toWireMessage(message), 200);
	});
}

function toFilter(query: z.infer<typeof listQuery>): MessageFilter {
	return {
		...(query.session_id === undefined ? {} : { sessionId: query.session_id }),
		...(query.context_id === undefined ? {} : { contextId: query.context_id }),
		...(query.sender === undefined ? {} : { sender: query.sender }),
		...(query.sender_name === undefined ? {} : { senderName: query.sender_name }),
		...(query.limit === undefined ? {} : { limit: query.limit }),
		...(query.after_timestamp === undefined ? {} : { after: { timestampMs: query.after_timestamp, id: query.after_id ?? "\u{10FFFF}" } }),
		order: query.order?.toLowerCase() === "desc" ? "descending" : "ascending",
	};
}

function toPatch(input: z.infer<typeof messageChange>): MessagePatch {
	return {
		...(input.text === undefined ? {} : { text: input.text }),
		...(input.sender_name === undefined ? {} : { senderName: input.sender_name }),
		...(input.files === undefined ? {} : { files: input.files }),
		...(input.error === undefined ? {} : { error: input.error }),
		...(input.category === undefined ? {} : { category: input.category }),
		...(input.context_id === undefined ? {} : { contextId: input.context_id }),
		...(input.properties === undefined ? {} : { properties: input.properties }),
		...(input.content_blocks === undefined ? {} : { contentBlocks: input.content_blocks }),
	};
}
