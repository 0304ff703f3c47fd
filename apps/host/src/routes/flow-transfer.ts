import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { HostDependencies } from "../dependencies.ts";
import { flowFile, flowsOf, readFlowFile } from "../flows/flow-file.ts";
import { createFlow, findFlow } from "../flows/save-flow.ts";
import type { HostApp, HostEnvironment } from "../http/environment.ts";
import { rejectInvalidInput } from "../http/invalid-input.ts";
import { mediaType } from "../http/media-types.ts";
import { ProblemError } from "../http/problem.ts";
import { uploadedFile } from "../http/uploaded-file.ts";
import type { FlowDocument } from "../run/flow-engine.ts";
import { packFiles } from "../transfer/flow-archive.ts";
import { examples } from "../wire/examples.ts";
import { toWireFlow, type WireObject } from "../wire/flow.ts";
import { anyObject, body, json, problems } from "./responses.ts";

const example = { name: "Uploaded flow", data: { nodes: [], edges: [] } };
const binary = z.any().openapi({ type: "string", format: "binary", example: JSON.stringify(example) });

const upload = createRoute({
	method: "post",
	path: "/api/v1/flows/upload",
	summary: "Save the flows of an exported file",
	description:
		"The file as JSON body, or as `file` of a form as Langflow's clients send it; a form also takes a zip archive. All flows are checked before the first one is saved. An `endpoint_name` that another flow of yours has gets a number.",
	request: {
		body: {
			required: true,
			content: { "application/json": { schema: flowFile.openapi({ example }) }, "multipart/form-data": { schema: z.object({ file: binary }) } },
		},
	},
	responses: { 201: json("The new flows.", z.array(anyObject)), 413: problems[413], 422: problems[422] },
});

const download = createRoute({
	method: "post",
	path: "/api/v1/flows/download",
	summary: "Flows as files to give away: as imported, without secrets",
	description: "Several flows come as a zip archive with a file each, or, to a client that accepts `application/json` only, as an object with a list `flows`.",
	request: {
		body: body(
			z
				.array(z.string())
				.min(1, "at least one flow id")
				.max(500, "at most 500 flow ids")
				.openapi({ example: [examples.flow] }),
		),
	},
	responses: {
		200: {
			description: "The flow, or the archive.",
			content: { "application/json": { schema: anyObject }, "application/x-zip-compressed": { schema: z.string().openapi({ format: "binary" }) } },
		},
		404: problems[404],
		422: problems[422],
	},
});

export function addFlowTransferRoutes(app: HostApp, deps: HostDependencies): void {
	// Not `app.openapi`: its validators would want both kinds of body at once.
	app.openAPIRegistry.registerPath(upload);
	app.post("/api/v1/flows/upload", async (context) => {
		const documents = await givenFlows(context);
		const flows: WireObject[] = [];
		for (const document of documents) flows.push(toWireFlow(await createFlow(deps, context.get("userId"), document, { renames: true })));
		return context.json(flows, 201);
	});
	app.openapi(download, async (context) => {
		const flows = await Promise.all(context.req.valid("json").map((id) => findFlow(deps, context.get("userId"), id)));
		const documents = flows.map(({ document }): WireObject => deps.vault.exportable(document));
		const [first, ...others] = documents;
		if (first && others.length === 0) return context.json(first, 200);
		if (wantsJson(context.req.header("accept"))) return context.json({ flows: documents }, 200);
		const archive = packFiles(documents.map((document) => ({ name: String(document.name), text: JSON.stringify(document, undefined, 2) })));
		const headers = { "content-type": "application/x-zip-compressed", "content-disposition": 'attachment; filename="flows.zip"' };
		return new Response(archive, { headers });
	});
}

async function givenFlows(context: Context<HostEnvironment>): Promise<readonly FlowDocument[]> {
	if (mediaType(context.req.header("content-type")) === "multipart/form-data") {
		const file = await uploadedFile(context);
		return readFlowFile(file.name, new Uint8Array(await file.arrayBuffer()));
	}
	const given: FlowDocument | readonly FlowDocument[] = await context.req.json().catch((cause: unknown) => {
		throw new ProblemError("malformed-json", "The body is not valid JSON. Send one JSON value, in UTF-8, or a form with the file as `file`.", { cause });
	});
	const result = flowFile.safeParse(given);
	if (!result.success) rejectInvalidInput({ success: false, error: result.error, target: "json", ...{ data: given } }, context);
	return flowsOf(given);
}

function wantsJson(accept = "*/*"): boolean {
	return /\bapplication\/json\b/.test(accept) && !/\*\/\*|\bzip\b/.test(accept);
}
