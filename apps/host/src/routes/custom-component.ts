import { createRoute, z } from "@hono/zod-openapi";
import type { HostDependencies } from "../dependencies.ts";
import type { HostApp } from "../http/environment.ts";
import { rawObject } from "../http/json-body.ts";
import type { WireObject } from "../wire/flow.ts";
import { anyObject, body, json, problems } from "./responses.ts";

const update = createRoute({
	method: "post",
	path: "/api/v1/custom_component/update",
	summary: "A node's fields after one of them changed",
	description: "For fields with `real_time_refresh`. `code` is ignored: no Python runs here.",
	request: { body: body(z.looseObject({ template: z.looseObject({}), field: z.string(), field_value: z.unknown().optional() })) },
	responses: { 200: json("The node, with `show` flags set.", anyObject), 400: problems[400], 422: problems[422] },
});

export function addCustomComponentRoute(app: HostApp, deps: HostDependencies): void {
	app.openapi(update, async (context) => {
		const { field } = context.req.valid("json");
		const input = await rawObject(context);
		const engine = await deps.engine();
		const node: WireObject = await engine.updateNode({ template: input.template ?? {}, field, value: input.field_value ?? null });
		return context.json(node, 200);
	});
}
