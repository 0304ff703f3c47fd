import { createRoute, z } from "@hono/zod-openapi";
import type { HostDependencies } from "../dependencies.ts";
import { checkedQuery } from "../http/checked-query.ts";
import type { HostApp } from "../http/environment.ts";
import { findScope } from "../memory/find-scope.ts";
import { exportMessages } from "../transfer/export-messages.ts";
import { examples } from "../wire/examples.ts";
import { problems } from "./responses.ts";

const query = z.object({ flow_id: z.string().openapi({ example: examples.flow }), session_id: z.string().optional().openapi({ example: examples.session }) });

const route = createRoute({
	method: "get",
	path: "/api/v1/monitor/messages/export",
	summary: "All messages of a session, one JSON object a line",
	request: { query },
	responses: {
		200: { description: "The messages, oldest first.", content: { "application/x-ndjson": { schema: z.string() } } },
		404: problems[404],
		422: problems[422],
	},
});

export function addExportRoute(app: HostApp, deps: HostDependencies): void {
	app.openAPIRegistry.registerPath(route);
	app.get(route.path, async (context) => {
		const { scope } = await findScope(deps, context.get("userId"), checkedQuery(context, query));
		const headers = { "content-type": "application/x-ndjson", "content-disposition": 'attachment; filename="messages.jsonl"' };
		return new Response(exportMessages(deps.store.messages, scope), { headers });
	});
}
