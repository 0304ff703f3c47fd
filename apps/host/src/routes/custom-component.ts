import { createRoute, z } from "@hono/zod-openapi";
import type { HostDependencies } from "../dependencies.ts";
import type { HostApp } from "../http/environment.ts";
import { rawObject } from "../http/json-body.ts";
import type { FlowDocument } from "../run/flow-engine.ts";
import type { WireObject } from "../wire/flow.ts";
import { anyObject, body, json, problems } from "./responses.ts";

const input = z
	.looseObject({
		template: z.looseObject({}),
		field: z.string(),
		field_value: z.unknown().optional(),
		type: z.string().optional().openapi({ description: "The component's type; found by its fields when absent." }),
	})
	.openapi({ example: { type: "Agent", template: {}, field: "summarize_older_messages", field_value: true } });

const update = createRoute({
	method: "post",
	path: "/api/v1/custom_component/update",
	summary: "A node's fields after one of them changed",
	description:
		"For fields with `real_time_refresh`, and for `tool_mode`, with which a node's only output is its toolset. `code` is ignored: no Python runs here. The answer holds the values of the template as they were sent, a key that was just typed included; none of it is stored.",
	request: { body: body(input) },
	responses: { 200: json("The node, with `show` flags set.", anyObject), 400: problems[400], 422: problems[422] },
});

export function addCustomComponentRoute(app: HostApp, deps: HostDependencies): void {
	app.openapi(update, async (context) => {
		const { field, type = "" } = context.req.valid("json");
		const { template, field_value: value = null, tool_mode: toolMode = false } = await rawObject(context);
		const engine = await deps.engine();
		// The schema has checked that the template is an object.
		const change = { type, template: template as FlowDocument, field, value, toolMode: toolMode === true };
		const node: WireObject = { ...engine.updateNode(change) };
		return context.json(node, 200);
	});
}
