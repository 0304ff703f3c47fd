import { createRoute, z } from "@hono/zod-openapi";
import type { HostDependencies } from "../dependencies.ts";
import type { StoredFile } from "../files/file-store.ts";
import { storeUpload } from "../files/store-upload.ts";
import { bareName, fileId, userFilePath } from "../files/user-files.ts";
import { attachment } from "../http/attachment.ts";
import type { HostApp } from "../http/environment.ts";
import { ProblemError, quoteValue } from "../http/problem.ts";
import { examples } from "../wire/examples.ts";
import { fileBytes, formBody, json, problems } from "./responses.ts";

const userFile = z
	.object({
		id: z.string(),
		user_id: z.string(),
		name: z.string(),
		path: z.string(),
		size: z.number().int(),
		created_at: z.string(),
		updated_at: z.string(),
	})
	.openapi("UserFile");

const fileParam = z.object({ file_id: z.string().openapi({ example: examples.userFile }) });

const upload = createRoute({
	method: "post",
	path: "/api/v2/files",
	summary: "Upload a file for all of your flows",
	description:
		"Of the same kinds and sizes as a flow's file. Name the answered `path` in a Read File component, by a tweak if you like, or in `files` of a run. It stays until you delete it.",
	request: { body: formBody("The cluster is EU-7.") },
	responses: { 201: json("Stored.", userFile), 413: problems[413], 422: problems[422] },
});

const list = createRoute({
	method: "get",
	path: "/api/v2/files",
	summary: "Your files, oldest first",
	responses: { 200: json("The files; those of single flows are not among them.", z.array(userFile)) },
});

const download = createRoute({
	method: "get",
	path: "/api/v2/files/{file_id}",
	summary: "One of your files, as a download",
	request: { params: fileParam },
	responses: { 200: fileBytes, 404: problems[404] },
});

const remove = createRoute({
	method: "delete",
	path: "/api/v2/files/{file_id}",
	summary: "Delete one of your files",
	request: { params: fileParam },
	responses: { 200: json("Done.", z.object({ message: z.string() })), 404: problems[404] },
});

/** Langflow's second API of files, as its JavaScript client calls it. */
export function addUserFileRoutes(app: HostApp, deps: HostDependencies): void {
	const { userFiles } = deps;
	// Not `app.openapi`: its validator would read the form, and call one that cannot be read invalid JSON.
	app.openAPIRegistry.registerPath(upload);
	app.post(upload.path, async (context) => {
		const userId = context.get("userId");
		return context.json(toWire(userId, await storeUpload(context, deps, { files: userFiles, owner: userId, holder: "This user" })), 201);
	});
	app.openapi(list, async (context) => {
		const userId = context.get("userId");
		return context.json(
			(await userFiles.list(userId)).map((file) => toWire(userId, file)),
			200,
		);
	});
	app.openapi(download, async (context) => {
		const userId = context.get("userId");
		const id = context.req.valid("param").file_id;
		const bytes = await userFiles.read(userId, await nameOf(userId, id));
		if (!bytes) throw noSuchFile(id);
		return attachment(bytes);
	});
	app.openapi(remove, async (context) => {
		const userId = context.get("userId");
		const id = context.req.valid("param").file_id;
		if (!(await userFiles.delete(userId, await nameOf(userId, id)))) throw noSuchFile(id);
		return context.json({ message: "File deleted successfully" }, 200);
	});

	/** @throws a 404 problem when the user has no such file. */
	async function nameOf(userId: string, id: string): Promise<string> {
		const file = (await userFiles.list(userId)).find((one) => fileId(one) === id);
		if (!file) throw noSuchFile(id);
		return file.storedName;
	}
}

function toWire(userId: string, file: StoredFile) {
	const created_at = new Date(file.createdAtMs).toISOString();
	// A file is never changed, so it was last changed when it was made.
	return { id: fileId(file), user_id: userId, name: bareName(file), path: userFilePath(file), size: file.size, created_at, updated_at: created_at };
}

function noSuchFile(id: string): ProblemError {
	return new ProblemError("not-found", `You have no file ${quoteValue(id)}. GET /api/v2/files lists yours.`);
}
