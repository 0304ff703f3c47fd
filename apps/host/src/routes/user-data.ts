import { createRoute, z } from "@hono/zod-openapi";
import type { HostDependencies } from "../dependencies.ts";
import type { StoredFile } from "../files/file-store.ts";
import { checkedQuery } from "../http/checked-query.ts";
import type { HostApp } from "../http/environment.ts";
import { exportUserData } from "../transfer/export-user-data.ts";
import { json, problems } from "./responses.ts";

const count = z.number().int();

const confirmation = z
	.enum(["chats", "everything"], { error: "chats, or everything: what shall be deleted" })
	.openapi({ example: "chats", description: "`chats` keeps your flows; `everything` deletes them with their secrets too. Nothing happens without it." });

const erase = createRoute({
	method: "delete",
	path: "/api/v1/users/me/data",
	summary: "Delete all your data",
	description:
		"Messages, what is remembered of them, fold journal, runs, kept answers and uploaded files, and with `confirm=everything` flows and their secrets too. Your API keys stay, so that you can see that it is gone. It is done when it is answered. A turn that is under way meanwhile is discarded with its input, or starts anew afterwards.",
	request: { query: z.object({ confirm: confirmation }) },
	responses: {
		200: json(
			"How much was deleted.",
			z
				.object({ messages: count, states: count, folds: count, runs: count, kept_answers: count, flows: count, secrets: count, files: count })
				.openapi("ErasedData"),
		),
		422: problems[422],
	},
});

const download = createRoute({
	method: "get",
	path: "/api/v1/users/me/export",
	summary: "All your data as one JSON document",
	description:
		'Flows without secrets, files by name, messages oldest first, states and fold journal. It is sent while it is read: a document that does not end in `"complete": true}` was cut off.',
	responses: { 200: json("The document.", z.looseObject({ user: z.string(), complete: z.boolean() }).openapi("UserExport")) },
});

export function addUserDataRoutes(app: HostApp, deps: HostDependencies): void {
	// Not `app.openapi`: an answer that is streamed has no type there; and a mistaken call must not get to the handler.
	app.openAPIRegistry.registerPath(erase);
	app.delete(erase.path, async (context) => {
		const { confirm } = checkedQuery(context, z.object({ confirm: confirmation }));
		const userId = context.get("userId");
		const files = await eraseFiles(deps, userId, confirm === "everything");
		const today = new Date(deps.now()).toISOString().slice(0, 10);
		const { keptAnswers, ...erased } = await deps.store.userData.erase(userId, { flows: confirm === "everything", today });
		deps.log.info("user-data-erased", { messages: erased.messages, flows: erased.flows, files });
		return context.json({ ...erased, kept_answers: keptAnswers, files }, 200);
	});
	app.openAPIRegistry.registerPath(download);
	app.get(download.path, (context) => {
		const headers = { "content-type": "application/json", "content-disposition": 'attachment; filename="foldback-export.json"', "cache-control": "no-store" };
		return new Response(exportUserData(deps, context.get("userId")), { headers });
	});
}

/** Uploads go first: should the process die in between, nothing was acknowledged, and a repeated call finds the rest. A flow that stays keeps the files that it names. */
async function eraseFiles({ store, files, userFiles }: HostDependencies, userId: string, all: boolean): Promise<number> {
	let removed = 0;
	let unnamed = await userFiles.list(userId);
	for (const { id, document } of await store.flows.list(userId)) {
		const text = JSON.stringify(document);
		const isKept = ({ storedName }: StoredFile) => !all && text.includes(JSON.stringify(storedName).slice(1, -1));
		for (const file of await files.list(id)) if (!isKept(file) && (await files.delete(id, file.storedName))) removed++;
		if (all) await files.deleteAll(id);
		unnamed = unnamed.filter((file) => !isKept(file));
	}
	for (const { storedName } of unnamed) if (await userFiles.delete(userId, storedName)) removed++;
	if (all) await userFiles.deleteAll(userId);
	return removed;
}
