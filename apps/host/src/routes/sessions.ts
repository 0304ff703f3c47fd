import { createRoute, z } from "@hono/zod-openapi";
import type { HostDependencies } from "../dependencies.ts";
import { removeMessageFiles } from "../files/remove-message-files.ts";
import { flowIdOf } from "../flows/save-flow.ts";
import type { HostApp } from "../http/environment.ts";
import { ProblemError, quoteValue } from "../http/problem.ts";
import { examples } from "../wire/examples.ts";
import { toWireMessage, wireMessage } from "../wire/message.ts";
import { nameText, wholeNumber } from "../wire/query.ts";
import { body, json, problems } from "./responses.ts";

/** Sessions listed in one call at most. */
const maxListed = 10_000;

/** Sessions deleted in one call at most. */
const maxSessions = 500;

const flowQuery = z.object({
	flow_id: z.string().optional().openapi({ example: examples.flow, description: "Only in this flow; otherwise in all of yours." }),
});

const newName = nameText.refine((name) => name !== "." && name !== "..", 'a name other than "." and "..", which addresses cannot hold');

const list = createRoute({
	method: "get",
	path: "/api/v1/monitor/messages/sessions",
	summary: "Session ids, newest activity first, at most `limit` (10,000)",
	request: { query: flowQuery.extend({ limit: wholeNumber(1, maxListed).optional(), offset: wholeNumber(0, 999_999_999).optional() }) },
	responses: { 200: json("The ids.", z.array(z.string())), 422: problems[422] },
});

const rename = createRoute({
	method: "patch",
	path: "/api/v1/monitor/messages/session/{old}",
	summary: "Rename a session",
	description: "Onto an existing name the sessions become one, and what is remembered of both is folded again.",
	request: {
		params: z.object({ old: z.string().openapi({ example: examples.oldSession }) }),
		query: flowQuery.extend({
			new_session_id: newName.openapi({ example: examples.newSession }),
			limit: wholeNumber(1, 10_000).optional().openapi({ description: "Messages in the answer at most; all are renamed. Default 1,000." }),
		}),
	},
	responses: { 200: json("The renamed messages, oldest first.", z.array(wireMessage)), 404: problems[404], 422: problems[422] },
});

const remove = createRoute({
	method: "delete",
	path: "/api/v1/monitor/messages/session/{id}",
	summary: "Delete a session with all that is remembered of it",
	request: { params: z.object({ id: z.string().openapi({ example: examples.newSession }) }), query: flowQuery },
	responses: { 204: { description: "It is gone, if it ever was." } },
});

const removeSome = createRoute({
	method: "delete",
	path: "/api/v1/monitor/messages/sessions",
	summary: `Delete up to ${maxSessions} sessions`,
	request: { query: flowQuery, body: body(z.array(z.string()).openapi({ example: [examples.newSession] })) },
	responses: {
		200: json("How many messages were deleted.", z.object({ message: z.string(), deleted_count: z.number().int() })),
		400: problems[400],
		422: problems[422],
	},
});

export function addSessionRoutes(app: HostApp, deps: HostDependencies): void {
	const { messages } = deps.store;
	const deleteSessions = async (userId: string, ids: readonly string[], flow: string | undefined): Promise<number> => {
		const options = await flowIdOf(deps, userId, flow);
		const names = new Set(ids);
		// Files have no owner but their flow's: one of somebody else must not come into it.
		const named = options.flowId === undefined ? undefined : await deps.store.flows.get(userId, options.flowId);
		const own = options.flowId === undefined ? await deps.store.flows.list(userId) : named ? [named] : [];
		for (const { id: flowId } of own) await removeMessageFiles(deps, flowId, ({ sessionId }) => names.has(sessionId));
		return await messages.deleteSessions(userId, ids, options);
	};
	app.openapi(list, async (context) => {
		const { flow_id: flowId, limit = maxListed, offset = 0 } = context.req.valid("query");
		const userId = context.get("userId");
		const found = await messages.sessions(userId, { ...(await flowIdOf(deps, userId, flowId)), limit: offset + limit });
		return context.json(found.slice(offset), 200);
	});
	app.openapi(rename, async (context) => {
		const { old } = context.req.valid("param");
		const { flow_id: flowId, new_session_id: next, limit = 1_000 } = context.req.valid("query");
		const userId = context.get("userId");
		const renamed = await messages.renameSession(userId, old, next, { ...(await flowIdOf(deps, userId, flowId)), limit });
		if (renamed.length === 0) throw new ProblemError("not-found", `There is no session ${quoteValue(old)}. GET /api/v1/monitor/messages/sessions lists yours.`);
		return context.json(renamed.map(toWireMessage), 200);
	});
	app.openapi(remove, async (context) => {
		await deleteSessions(context.get("userId"), [context.req.valid("param").id], context.req.valid("query").flow_id);
		return context.body(null, 204);
	});
	app.openapi(removeSome, async (context) => {
		const ids = context.req.valid("json");
		const userId = context.get("userId");
		if (ids.length > maxSessions)
			throw new ProblemError("bad-request", `The list has ${ids.length} sessions; ${maxSessions} can be deleted at once. Send several lists.`);
		const deleted = await deleteSessions(userId, ids, context.req.valid("query").flow_id);
		return context.json({ message: `Deleted ${deleted} messages of ${ids.length} sessions`, deleted_count: deleted }, 200);
	});
}
