import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { HostDependencies } from "../dependencies.ts";
import type { StoredFile } from "../files/file-store.ts";
import { storeUpload } from "../files/store-upload.ts";
import { findFlow } from "../flows/save-flow.ts";
import { attachment } from "../http/attachment.ts";
import type { HostApp, HostEnvironment } from "../http/environment.ts";
import { ProblemError, quoteValue } from "../http/problem.ts";
import { examples } from "../wire/examples.ts";
import { formatTimestamp } from "../wire/timestamp.ts";
import { fileBytes, formBody, json, problems } from "./responses.ts";

const flowParam = z.object({ flow_id: z.string().openapi({ example: examples.flow }) });
const fileParam = flowParam.extend({ file_name: z.string().openapi({ example: examples.textFile }) });
const imageParam = flowParam.extend({ file_name: z.string().openapi({ example: examples.image }) });

const upload = createRoute({
	method: "post",
	path: "/api/v1/files/upload/{flow_id}",
	summary: "Upload a file for a flow's messages",
	description: "Text in UTF-8 (at most 1 MB) and PNG, JPEG, GIF or WebP images (at most 5 MB). Name the answered `file_path` in `files` of a run.",
	request: {
		params: flowParam,
		body: formBody("The cluster is EU-7."),
	},
	responses: { 201: json("Stored.", z.object({ flowId: z.string(), file_path: z.string() })), 404: problems[404], 413: problems[413], 422: problems[422] },
});

const list = createRoute({
	method: "get",
	path: "/api/v1/files/list/{flow_id}",
	summary: "Files of a flow",
	request: { params: flowParam },
	responses: {
		200: json(
			"Their stored names, oldest first, and more about each.",
			z.object({
				files: z.array(z.string()),
				details: z.array(z.object({ file_path: z.string(), name: z.string(), size: z.number().int(), created_at: z.string() })),
			}),
		),
		404: problems[404],
	},
});

const download = createRoute({
	method: "get",
	path: "/api/v1/files/download/{flow_id}/{file_name}",
	summary: "One file, as a download",
	request: { params: fileParam },
	responses: { 200: fileBytes, 404: problems[404] },
});

const image = createRoute({
	method: "get",
	path: "/api/v1/files/images/{flow_id}/{file_name}",
	summary: "An uploaded image, to be shown",
	request: { params: imageParam },
	responses: { 200: { description: "The image.", content: { "image/*": { schema: z.string().openapi({ format: "binary" }) } } }, 404: problems[404] },
});

const remove = createRoute({
	method: "delete",
	path: "/api/v1/files/delete/{flow_id}/{file_name}",
	summary: "Delete a file",
	request: { params: fileParam },
	responses: { 200: json("Done.", z.object({ message: z.string() })), 404: problems[404] },
});

export function addFileRoutes(app: HostApp, deps: HostDependencies): void {
	// Not `app.openapi`: its validator would read the form, and call one that cannot be read invalid JSON.
	app.openAPIRegistry.registerPath(upload);
	app.post("/api/v1/files/upload/:flow_id", async (context) => {
		const flow = await findFlow(deps, context.get("userId"), context.req.param("flow_id"));
		const stored = await storeUpload(context, deps, { files: deps.files, owner: flow.id, holder: "This flow" });
		// A flow that was deleted meanwhile has had its folder cleared already.
		if (!(await deps.store.flows.get(flow.userId, flow.id))) await deps.files.deleteAll(flow.id);
		return context.json({ flowId: flow.id, file_path: `${flow.id}/${stored.storedName}` }, 201);
	});
	app.openapi(list, async (context) => {
		const flow = await findFlow(deps, context.get("userId"), context.req.valid("param").flow_id);
		const files = await deps.files.list(flow.id);
		return context.json({ files: files.map(({ storedName }) => storedName), details: files.map((file) => toWireFile(flow.id, file)) }, 200);
	});
	app.openapi(download, async (context) => {
		const { bytes } = await findFile(context, deps, context.req.valid("param"));
		return attachment(bytes);
	});
	app.openapi(image, async (context) => {
		const { bytes, name } = await findFile(context, deps, context.req.valid("param"));
		const mimeType = (await deps.engine()).imageType(bytes);
		if (mimeType === undefined)
			throw new ProblemError("not-found", `File ${quoteValue(name)} is not an image. GET /api/v1/files/download/… gives other files.`);
		return new Response(bytes, { headers: { "content-type": mimeType, "cache-control": "private, max-age=31536000, immutable" } });
	});
	app.openapi(remove, async (context) => {
		const { flow_id: flowId, file_name: name } = context.req.valid("param");
		const flow = await findFlow(deps, context.get("userId"), flowId);
		if (!(await deps.files.delete(flow.id, name))) throw noSuchFile(flow.id, name);
		return context.json({ message: `File ${name} deleted successfully` }, 200);
	});
}

async function findFile(context: Context<HostEnvironment>, deps: HostDependencies, { flow_id: flowId, file_name: name }: z.infer<typeof fileParam>) {
	const flow = await findFlow(deps, context.get("userId"), flowId);
	const bytes = await deps.files.read(flow.id, name);
	if (!bytes) throw noSuchFile(flow.id, name);
	// A copy that is its own whole buffer, as a Response wants it.
	return { name, bytes: Uint8Array.from(bytes) };
}

function toWireFile(flowId: string, { storedName, name, size, createdAtMs }: StoredFile) {
	return { file_path: `${flowId}/${storedName}`, name, size, created_at: formatTimestamp(createdAtMs) };
}

function noSuchFile(flowId: string, name: string): ProblemError {
	return new ProblemError("not-found", `Flow ${quoteValue(flowId)} has no file ${quoteValue(name)}. GET /api/v1/files/list/… lists them.`);
}
