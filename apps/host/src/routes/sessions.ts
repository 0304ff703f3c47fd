import { createRoute, z } from "@hono/zod-openapi";
import type { HostDependencies } from "../dependencies.ts";
import { removeMessageFiles } from "../files/remove-message-files.ts";
import type { HostApp } from "../http/environment.ts";
import { ProblemError, quoteValue } from "../http/problem.ts";
import { toWireMessage, wireMessage } from "../wire/message.ts";
import { nameText, wholeNumber } from "../wire/query.ts";
import { body, json, problems } from "./responses.ts";

/** Sessions deleted in one call at most. */
const maxSessions = 500;

const flowQuery = z.object({ flow_id: z.string().optional().openapi({ description: "Only in this flow; otherwise in all of yours." }) });

const newName = nameText.refine((name) => name !== "." && name !== "..", 'a name other than "." and "..", which addresses cannot hold');

const list = createRoute({
	method: "get",
	path: "/api/v1/monitor/messages/sessions",
	summary: "Session ids, newest activity first",
	request: { query: flowQuery.extend({ limit: wholeNumber(1, 10_000).optional() }) },
	responses: { 200: json("The ids.", z.array(z.string())), 422: problems[422] },
});

const rename = createRoute({
	method: "patch",
	path: "/api/v1/monitor/messages/session/{old}",
	summary: "Rename a session",
	description: "Onto an existing name the sessions become one, and what is remembered of both is folded again.",
	request: { params: z.object({ old: z.string() }), query: flowQuery.extend({ new_session_id: newName }) },
	responses: { 200: json("The renamed messages.", z.array(wireMessage)), 404: problems[404], 422: problems[422] },
});

const remove = createRoute({
	method: "delete",
	path: "/api/v1/monitor/messages/session/{id}",
	summary: "Delete a session with all that is remembered of it",
	request: { params: z.object({ id: z.string() }), query: flowQuery },
	responses: { 204: { description: "It is gone, if it ever was." } },
});

const removeSome = createRoute({
	method: "delete",
	path: "/api/v1/monitor/messages/sessions",
	summary: `Delete up to ${maxSessions} sessions`,
	request: { query: flowQuery, body: body(z.array(z.string()).openapi({ example: ["first-chat"] })) },
	responses: {
		200: json("How many messages were deleted.", z.object({ message: z.string(), deleted_count: z.number().int() })),
		400: problems[400],
		422: problems[422],
	},
});

export function addSessionRoutes(app: HostApp, deps: HostDependencies): void {
	const { store } = deps;
	const deleteSessions = async (userId: string, ids: readonly string[], flowId: string | undefined): Promise<number> => {
		const names = new Set(ids);
		const flows = (await store.flows.list(userId)).filter(({ id }) => flowId === undefined || id === flowId);
		for (const flow of flows) await removeMessageFiles(deps, flow.id, ({ sessionId }) => names.has(sessionId));
		return await store.messages.deleteSessions(userId, ids, inFlow(flowId));
	};
	app.openapi(list, async (context) => {
		const { flow_id: flowId, limit } = context.req.valid("query");
		const options = { ...inFlow(flowId), ...(limit === undefined ? {} : { limit }) };
		return context.json([...(await store.messages.sessions(context.get("userId"), options))], 200);
	});
	app.openapi(rename, async (context) => {
		const { old } = context.req.valid("param");
		const { flow_id: flowId, new_session_id: next } = context.req.valid("query");
		const messages = await store.messages.renameSession(context.get("userId"), old, next, inFlow(flowId));
		if (messages.length === 0)
			throw new ProblemError("not-found", `There is no session ${quoteValue(old)}. GET /api/v1/monitor/messages/sessions lists yours.`);
		return context.json(messages.map(toWireMessage), 200);
	});
	app.openapi(remove, async (context) => {
		await deleteSessions(context.get("userId"), [context.req.valid("param").id], context.req.valid("query").flow_id);
		return context.body(null, 204);
	});
	app.openapi(removeSome, async (context) => {
		const ids = context.req.valid("json");
		if (ids.length > maxSessions)
			throw new ProblemError("bad-request", `The list has ${ids.length} sessions; ${maxSessions} can be deleted at once. Send several lists.`);
		const deleted = await deleteSessions(context.get("userId"), ids, context.req.valid("query").flow_id);
		return context.json({ message: `Deleted ${deleted} messages of ${ids.length} sessions`, deleted_count: deleted }, 200);
	});
}

function inFlow(flowId: string | undefined): { readonly flowId?: string } {
	return flowId === undefined ? {} : { flowId };
}
