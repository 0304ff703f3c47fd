import { createRoute, z } from "@hono/zod-openapi";
import type { HostDependencies } from "../dependencies.ts";
import type { HostApp } from "../http/environment.ts";
import { json } from "./responses.ts";

const health = createRoute({
	method: "get",
	path: "/health",
	summary: "Whether the server answers",
	responses: { 200: json("It does.", z.object({ status: z.literal("ok") })) },
});

const version = createRoute({
	method: "get",
	path: "/api/v1/version",
	summary: "What this server is",
	responses: { 200: json("Name and version.", z.object({ version: z.string(), main_version: z.string(), package: z.string() })) },
});

export function addHealthRoutes(app: HostApp, { about }: HostDependencies): void {
	app.openapi(health, (context) => context.json({ status: "ok" as const }, 200));
	app.openapi(version, (context) => context.json({ version: about.version, main_version: about.version, package: "Foldback" }, 200));
}
