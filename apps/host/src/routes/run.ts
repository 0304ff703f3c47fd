import type { RunEvent } from "@foldback/flow-runtime";
import type { FlowRecord } from "@foldback/session-store";
import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { HostDependencies } from "../dependencies.ts";
import { findFlowToRun } from "../flows/save-flow.ts";
import type { HostApp, HostEnvironment } from "../http/environment.ts";
import { rawObject } from "../http/json-body.ts";
import { toProblem } from "../http/on-error.ts";
import { problemDocument } from "../http/problem.ts";
import { executeRun } from "../run/execute-run.ts";
import { toRunAnswer } from "../run/run-answer.ts";
import { type RunInput, runInput } from "../run/run-input.ts";
import { createEventStream, toStreamEvent } from "../run/run-stream.ts";
import { flag } from "../wire/query.ts";
import { anyObject, body, problems } from "./responses.ts";

const run = createRoute({
	method: "post",
	path: "/api/v1/run/{flow}",
	summary: "Run a flow, by id or endpoint name",
	description:
		"With `stream=true` the answer is a sequence of JSON objects `{event, data}`, each followed by an empty line; events are add_message, token, end and error.",
	request: { params: z.object({ flow: z.string() }), query: z.object({ stream: flag.optional() }), body: body(runInput) },
	responses: {
		200: {
			description: "The answer; its text is at outputs[0].outputs[0].results.message.text.",
			content: { "application/json": { schema: anyObject }, "text/event-stream": { schema: z.string() } },
		},
		400: problems[400],
		403: problems[403],
		404: problems[404],
		422: problems[422],
		502: problems[502],
		503: problems[503],
	},
});

export function addRunRoute(app: HostApp, deps: HostDependencies): void {
	app.openapi(run, async (context) => {
		const flow = await findFlowToRun(deps, context.get("userId"), context.req.valid("param").flow);
		const input = { ...context.req.valid("json"), tweaks: tweaksOf(await rawObject(context)) };
		if (context.req.valid("query").stream) return streamAnswer(context, deps, flow, input);
		return context.json(await waitForAnswer(context, deps, flow, input), 200);
	});
}

/** As sent, not as zod copied it: a field may have any name. */
function tweaksOf(raw: { readonly [key: string]: unknown }): NonNullable<RunInput["tweaks"]> {
	return (raw.tweaks as RunInput["tweaks"]) ?? {};
}

async function waitForAnswer(context: Context<HostEnvironment>, deps: HostDependencies, flow: FlowRecord, input: RunInput) {
	const warnings: string[] = [];
	const onEvent = (event: RunEvent) => warnings.push(...warningsOf(event));
	const finished = await executeRun(deps, { flow, input, onEvent, clientGone: context.req.raw.signal, answered: answerSent(context) });
	return toRunAnswer(finished, flow.id, warnings);
}

/** Answers with a problem when the run fails before its first event, and inside the stream afterwards. */
async function streamAnswer(context: Context<HostEnvironment>, deps: HostDependencies, flow: FlowRecord, input: RunInput): Promise<Response> {
	const stream = createEventStream();
	const warnings: string[] = [];
	const begun = Promise.withResolvers<void>();
	let begins = false;
	const onEvent = (event: RunEvent) => {
		warnings.push(...warningsOf(event));
		const chunk = toStreamEvent(event, flow.id, deps.now);
		if (!chunk) return;
		stream.send(chunk);
		begins = true;
		begun.resolve();
	};
	const clientGone = AbortSignal.any([stream.gone, context.req.raw.signal]);
	executeRun(deps, { flow, input, onEvent, clientGone, answered: answerSent(context) })
		.then((finished) => stream.send({ event: "end", data: { result: toRunAnswer(finished, flow.id, warnings) } }))
		.catch((error: unknown) => {
			const failure = error instanceof Error ? error : new Error(String(error));
			if (!begins) return begun.reject(failure);
			const problem = problemDocument(toProblem(failure), context.get("requestId"));
			stream.send({ event: "error", data: { error: problem.detail, ...problem } });
		})
		.finally(() => {
			stream.close();
			begun.resolve();
		});
	await begun.promise;
	return context.body(stream.body, 200, { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-store", "x-accel-buffering": "no" });
}

function warningsOf(event: RunEvent): readonly string[] {
	if (event.type === "warning") return [event.text];
	if (event.type === "agent" && event.event.type === "warning") return [event.event.text];
	if (event.type === "answer-discarded") return [`The answer of ${event.nodeId} was not stored (${event.reason}): what it answers is gone.`];
	return [];
}

/** Resolves when the answer has left, or its client has; at once where there is no real server. */
function answerSent(context: Context<HostEnvironment>): Promise<void> {
	const outgoing = context.env?.outgoing;
	return outgoing && !outgoing.destroyed ? new Promise((resolve) => outgoing.once("close", resolve)) : Promise.resolve();
}
