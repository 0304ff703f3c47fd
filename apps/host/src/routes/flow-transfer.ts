import { createRoute, z } from "@hono/zod-openapi";
import type { HostDependencies } from "../dependencies.ts";
import { flowInput } from "../flows/flow-input.ts";
import { createFlow, findFlow } from "../flows/save-flow.ts";
import type { HostApp } from "../http/environment.ts";
import { ProblemError } from "../http/problem.ts";
import type { FlowDocument } from "../run/flow-engine.ts";
import { toWireFlow, type WireObject } from "../wire/flow.ts";
import { anyObject, body, json, problems } from "./responses.ts";

const flowFile = z.union([flowInput, z.array(flowInput), z.looseObject({ flows: z.array(flowInput) })], {
	error: "a flow, a list of flows, or an object with a list `flows`",
});

const upload = createRoute({
	method: "post",
	path: "/api/v1/flows/upload",
	summary: "Save the flows of an exported file",
	request: { body: body(flowFile) },
	responses: { 201: json("The new flows.", z.array(anyObject)), 409: problems[409], 422: problems[422] },
});

const download = createRoute({
	method: "post",
	path: "/api/v1/flows/download",
	summary: "Flows as files to give away: as imported, without secrets",
	request: {
		body: body(
			z
				.array(z.string())
				.min(1, "at least one flow id")
				.max(500, "at most 500 flow ids")
				.openapi({ example: ["support-assistant"] }),
		),
	},
	responses: { 200: json("The flow, or an object with a list `flows` for several.", anyObject), 404: problems[404], 422: problems[422] },
});

export function addFlowTransferRoutes(app: HostApp, deps: HostDependencies): void {
	app.openapi(upload, async (context) => {
		const flows: WireObject[] = [];
		for (const document of flowsOf(await context.req.json())) flows.push(toWireFlow(await createFlow(deps, context.get("userId"), document)));
		return context.json(flows, 201);
	});
	app.openapi(download, async (context) => {
		const flows = await Promise.all(context.req.valid("json").map((id) => findFlow(deps, context.get("userId"), id)));
		const documents = flows.map(({ document }): WireObject => deps.vault.exportable(document));
		const [first, ...others] = documents;
		return context.json(first && others.length === 0 ? first : { flows: documents }, 200);
	});
}

/** The schema has accepted one of the three shapes; an object with both a name and `flows` is a list. */
function flowsOf(file: FlowDocument | readonly FlowDocument[]): readonly FlowDocument[] {
	if (Array.isArray(file)) return file;
	const flows = "flows" in file ? file.flows : undefined;
	if (flows === undefined) return [file as FlowDocument];
	if (Array.isArray(flows)) return flows as readonly FlowDocument[];
	throw new ProblemError("invalid-input", "`flows` must be a list of flows.");
}
