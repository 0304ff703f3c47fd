import type { RunRecord } from "@foldback/session-store";
import { createRoute, z } from "@hono/zod-openapi";
import type { HostDependencies } from "../dependencies.ts";
import { findFlow } from "../flows/save-flow.ts";
import type { HostApp } from "../http/environment.ts";
import { readRunDetails } from "../run/run-details.ts";
import { examples } from "../wire/examples.ts";
import { json, problems } from "./responses.ts";

/** What the first model call of a run was sent, by reference: enough to see how much of it a provider had seen before. */
const wireRunView = z
	.object({
		run_id: z.string(),
		input_id: z.string().nullable(),
		answer_id: z.string().nullable(),
		input_tokens: z.number().int().nullable().openapi({ description: "As the model reported them." }),
		summary: z.object({ incarnation: z.string(), version: z.number().int(), chars: z.number().int() }).nullable(),
		message_ids: z.array(z.string()).openapi({ description: "Verbatim messages and input, in order." }),
	})
	.openapi("RunView");

const list = createRoute({
	method: "get",
	path: "/api/v1/monitor/run-views",
	summary: "What the first model call of each run of a session was sent, by reference, oldest first",
	request: { query: z.object({ flow_id: z.string().openapi({ example: examples.flow }), session_id: z.string().openapi({ example: examples.session }) }) },
	responses: { 200: json("The newest 100 runs that called a model.", z.array(wireRunView)), 404: problems[404], 422: problems[422] },
});

export function addRunViewsRoute(app: HostApp, deps: HostDependencies): void {
	app.openapi(list, async (context) => {
		const { flow_id: flowId, session_id: sessionId } = context.req.valid("query");
		const flow = await findFlow(deps, context.get("userId"), flowId);
		await deps.runs.settled();
		const runs = await deps.store.runs.list(flow.userId, { flowId: flow.id, sessionId, limit: 100 });
		return context.json(runs.toReversed().flatMap(toWireView), 200);
	});
}

function toWireView(run: RunRecord): z.infer<typeof wireRunView>[] {
	const { calls, views } = readRunDetails(run.details);
	const call = calls[0];
	const view = call && views[call.view];
	if (!call || !view) return [];
	return [
		{
			run_id: run.id,
			input_id: run.inputId || null,
			answer_id: run.answerId || null,
			input_tokens: call.input_tokens,
			summary: view.summary,
			message_ids: view.messages.map(([id]) => id),
		},
	];
}
