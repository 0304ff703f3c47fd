import { createRoute } from "@hono/zod-openapi";
import type { HostDependencies } from "../dependencies.ts";
import type { HostApp } from "../http/environment.ts";
import type { WireObject } from "../wire/flow.ts";
import { anyObject, json } from "./responses.ts";

const all = createRoute({
	method: "get",
	path: "/api/v1/all",
	summary: "The components that flows may use",
	responses: { 200: json("Fresh nodes by category and type.", anyObject) },
});

export function addCatalogueRoute(app: HostApp, deps: HostDependencies): void {
	app.openapi(all, async (context) => {
		const catalogue: WireObject = { ...(await deps.engine()).catalogue() };
		return context.json(catalogue, 200);
	});
}
