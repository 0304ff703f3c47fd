import { createRoute, z } from "@hono/zod-openapi";
import type { HostDependencies } from "../dependencies.ts";
import { findFlow } from "../flows/save-flow.ts";
import type { HostApp } from "../http/environment.ts";
import { ProblemError, quoteValue } from "../http/problem.ts";
import { describeRun } from "../run/describe-run.ts";
import { examples } from "../wire/examples.ts";
import { wholeNumber } from "../wire/query.ts";
import { toRunHeader, wireRun, wireRunHeader } from "../wire/run-record.ts";
import { json, problems } from "./responses.ts";

const list = createRoute({
	method: "get",
	path: "/api/v1/monitor/runs",
	summary: "Runs of a flow or of one of its sessions, newest first",
	description: "The newest 100 runs of each session are kept. For the next page give the last one's `run_id` as `before`.",
	request: {
		query: z.object({
			flow_id: z.string().openapi({ example: examples.flow }),
			session_id: z.string().optional().openapi({ example: examples.session }),
			limit: wholeNumber(1, 1_000).optional(),
			before: z.string().optional().openapi({ description: "Only runs before this one." }),
		}),
	},
	responses: { 200: json("The runs.", z.array(wireRunHeader)), 404: problems[404], 422: problems[422] },
});

const read = createRoute({
	method: "get",
	path: "/api/v1/monitor/runs/{run_id}",
	summary: "What one run did, and what its model calls were sent",
	description:
		"By the run's id or that of its answer message. Messages and summary are kept as references: a message is told while it is still what the model was sent, otherwise it is `changed` or `deleted`; a summary while its state or a snapshot of it exists.",
	request: { params: z.object({ run_id: z.string().openapi({ example: examples.run }) }) },
	responses: { 200: json("The run.", wireRun), 404: problems[404] },
});

export function addRunRecordRoutes(app: HostApp, deps: HostDependencies): void {
	app.openapi(list, async (context) => {
		const { flow_id: flowId, session_id: sessionId, limit, before } = context.req.valid("query");
		const flow = await findFlow(deps, context.get("userId"), flowId);
		await deps.runs.settled();
		const last = before === undefined ? undefined : await findRun(deps, flow.userId, before);
		const runs = await deps.store.runs.list(flow.userId, {
			flowId: flow.id,
			...(sessionId === undefined ? {} : { sessionId }),
			...(limit === undefined ? {} : { limit }),
			...(last ? { before: { startedAtMs: last.startedAtMs, id: last.id } } : {}),
		});
		return context.json(runs.map(toRunHeader), 200);
	});
	app.openapi(read, async (context) => {
		await deps.runs.settled();
		const run = await findRun(deps, context.get("userId"), context.req.valid("param").run_id);
		return context.json(await describeRun(deps, run), 200);
	});
}

/** @throws a 404 problem when the user has no such run. */
async function findRun({ store }: HostDependencies, userId: string, id: string) {
	const run = await store.runs.get(userId, id);
	if (run) return run;
	throw new ProblemError("not-found", `There is no run ${quoteValue(id)}. GET /api/v1/monitor/runs?flow_id=… lists yours; each session keeps its newest 100.`);
}
