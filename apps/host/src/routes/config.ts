import { resolveFoldingOptions } from "@foldback/session-compressor";
import { createRoute, z } from "@hono/zod-openapi";
import type { HostDependencies } from "../dependencies.ts";
import { flowFileLimits } from "../files/file-store.ts";
import type { HostApp } from "../http/environment.ts";
import { maxImportRows } from "../transfer/import-messages.ts";
import { json } from "./responses.ts";

const count = z.number().int();

const config = createRoute({
	method: "get",
	path: "/api/v1/config",
	summary: "What this server is set to, without secrets",
	responses: {
		200: json(
			"The settings that a client may need.",
			z.object({
				version: z.string(),
				model: z.object({ name: z.string(), offline: z.boolean() }),
				auth: z.enum(["local", "keys"]),
				user: z.string(),
				max_file_size_upload: z.number().openapi({ description: "Megabytes." }),
				limits: z.object({ files_per_flow: count, import_messages: count }),
				folding: z.record(z.string(), z.union([z.string(), z.number()])),
				fold_token_budget: count.nullable(),
				redacts: z.boolean(),
				retention_days: count.nullable(),
			}),
		),
	},
});

const variables = createRoute({
	method: "get",
	path: "/api/v1/variables",
	summary: "Names that flows may use in `load_from_db` fields; values are never told",
	responses: {
		200: json(
			"The names, as FOLDBACK_VARIABLES allows them.",
			z.array(z.object({ id: z.string(), name: z.string(), type: z.string(), value: z.null(), default_fields: z.array(z.string()) })),
		),
	},
});

const noNames: string[] = [];

export function addConfigRoutes(app: HostApp, { about, config: settings }: HostDependencies): void {
	app.openapi(config, (context) => {
		const { access, foldTokenBudget, redact, retentionDays, folding } = settings;
		return context.json(
			{
				version: about.version,
				model: { name: about.modelName, offline: about.offline },
				auth: access,
				user: context.get("userId"),
				max_file_size_upload: 5,
				limits: { files_per_flow: flowFileLimits.maxFiles, import_messages: maxImportRows },
				folding: toRecord(resolveFoldingOptions(folding)),
				fold_token_budget: foldTokenBudget ?? null,
				redacts: redact !== undefined,
				retention_days: retentionDays ?? null,
			},
			200,
		);
	});
	app.openapi(variables, (context) => {
		const names = Object.keys(settings.variables);
		return context.json(
			names.map((name) => ({ id: name, name, type: "Credential", value: null, default_fields: noNames })),
			200,
		);
	});
}

function toRecord(options: object): Record<string, string | number> {
	return Object.fromEntries(Object.entries(options).filter(([, value]) => typeof value === "string" || typeof value === "number"));
}
