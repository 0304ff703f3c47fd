import { createRoute, z } from "@hono/zod-openapi";
import type { HostDependencies } from "../dependencies.ts";
import type { HostApp } from "../http/environment.ts";
import { ProblemError } from "../http/problem.ts";
import type { NotReady } from "../readiness.ts";
import { json, problems } from "./responses.ts";

const health = createRoute({
	method: "get",
	path: "/health",
	summary: "Whether the server answers",
	responses: { 200: json("It does.", z.object({ status: z.literal("ok") })) },
});

const ready = createRoute({
	method: "get",
	path: "/ready",
	summary: "Whether this server can serve: its database answers, has all migrations, and the server is not about to stop",
	responses: { 200: json("It can.", z.object({ status: z.literal("ready") })), 503: problems[503] },
});

const version = createRoute({
	method: "get",
	path: "/api/v1/version",
	summary: "What this server is",
	responses: { 200: json("Name and version.", z.object({ version: z.string(), main_version: z.string(), package: z.string() })) },
});

export function addHealthRoutes(app: HostApp, { about, readiness }: HostDependencies): void {
	app.openapi(health, (context) => context.json({ status: "ok" as const }, 200));
	app.openapi(ready, async (context) => {
		const reason = await readiness.check();
		if (reason !== undefined) throw notReady(reason);
		return context.json({ status: "ready" as const }, 200);
	});
	app.openapi(version, (context) => context.json({ version: about.version, main_version: about.version, package: "Foldback" }, 200));
}

const details: Readonly<Record<NotReady, string>> = {
	draining: "The server is about to stop. Send requests to another one, or again in a moment.",
	database: "The database does not answer, or takes no writes: look whether it runs, has room and is no standby.",
	migrations: "The database does not have the schema of this version. The server's log says more.",
};

/** Everybody may ask, so the answer holds the reason and nothing else. */
function notReady(reason: NotReady): ProblemError {
	return new ProblemError("not-ready", details[reason], { extensions: { reason }, headers: { "retry-after": reason === "draining" ? "5" : "1" } });
}
