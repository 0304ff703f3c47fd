import { createRoute, z } from "@hono/zod-openapi";
import type { HostDependencies } from "../dependencies.ts";
import { flowInput, flowPatch } from "../flows/flow-input.ts";
import { changeFlow, createFlow, findFlow } from "../flows/save-flow.ts";
import type { HostApp } from "../http/environment.ts";
import { rawObject } from "../http/json-body.ts";
import { examples } from "../wire/examples.ts";
import { toFlowHeader, toWireFlow } from "../wire/flow.ts";
import { flag, wholeNumber } from "../wire/query.ts";
import { anyObject, body, json, problems } from "./responses.ts";

/** Flows listed in one call at most. */
const maxListed = 1_000;

const path = "/api/v1/flows/{id}";
const params = z.object({ id: z.string().openapi({ example: examples.flow }) });

const list = createRoute({
	method: "get",
	path: "/api/v1/flows",
	summary: "Your flows, newest change first, at most `limit` (1,000)",
	request: { query: z.object({ limit: wholeNumber(1, maxListed).optional(), offset: wholeNumber(0, 999_999_999).optional(), header_flows: flag.optional() }) },
	responses: { 200: json("Flows; with header_flows=true without their nodes and edges.", z.array(anyObject)), 422: problems[422] },
});

const create = createRoute({
	method: "post",
	path: "/api/v1/flows",
	summary: "Save a new flow, as exported",
	request: { body: body(flowInput) },
	responses: { 201: json("The flow. Literal secrets have become references.", anyObject), 409: problems[409], 422: problems[422] },
});

const read = createRoute({
	method: "get",
	path,
	summary: "One flow, by id or endpoint name",
	request: { params },
	responses: { 200: json("The flow.", anyObject), 404: problems[404] },
});

const change = createRoute({
	method: "patch",
	path,
	summary: "Replace members of a flow",
	description: "With `revision`, only when that is still the flow's current one.",
	request: { params, body: body(flowPatch) },
	responses: { 200: json("The changed flow.", anyObject), 404: problems[404], 409: problems[409], 422: problems[422] },
});

const remove = createRoute({
	method: "delete",
	path,
	summary: "Delete a flow with its messages, memory and files",
	request: { params },
	responses: { 200: json("Done.", z.object({ message: z.string() })), 404: problems[404] },
});

export function addFlowRoutes(app: HostApp, deps: HostDependencies): void {
	app.openapi(list, async (context) => {
		const { header_flows: brief, limit = maxListed, offset = 0 } = context.req.valid("query");
		const flows = await deps.store.flows.list(context.get("userId"), { limit, offset });
		return context.json(flows.map(brief ? toFlowHeader : toWireFlow), 200);
	});
	app.openapi(create, async (context) => context.json(toWireFlow(await createFlow(deps, context.get("userId"), await rawObject(context))), 201));
	app.openapi(read, async (context) => context.json(toWireFlow(await findFlow(deps, context.get("userId"), context.req.valid("param").id)), 200));
	app.openapi(change, async (context) => {
		const flow = await changeFlow(deps, context.get("userId"), context.req.valid("param").id, await rawObject(context));
		return context.json(toWireFlow(flow), 200);
	});
	app.openapi(remove, async (context) => {
		const flow = await findFlow(deps, context.get("userId"), context.req.valid("param").id);
		// Twice: first so that a process that dies in between leaves no file behind, then for what was uploaded meanwhile.
		await deps.files.deleteAll(flow.id);
		await deps.store.flows.delete(flow.userId, flow.id);
		await deps.files.deleteAll(flow.id);
		return context.json({ message: "Flow deleted successfully" }, 200);
	});
}
