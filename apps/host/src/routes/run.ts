import type { RunEvent } from "@foldback/flow-runtime";
import type { FlowRecord, KeyedRequest } from "@foldback/session-store";
import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { HostDependencies } from "../dependencies.ts";
import { findFlow } from "../flows/save-flow.ts";
import type { HostApp, HostEnvironment } from "../http/environment.ts";
import { rawObject } from "../http/json-body.ts";
import { toProblem } from "../http/on-error.ts";
import { problemDocument } from "../http/problem.ts";
import { createDurableEvents } from "../run/durable-events.ts";
import { executeRun, type RunOrder } from "../run/execute-run.ts";
import { fingerprint } from "../run/fingerprint.ts";
import type { FlowDocument } from "../run/flow-engine.ts";
import { keepAnswer, recallAnswer, type ToldRun } from "../run/kept-answer.ts";
import { toRunAnswer } from "../run/run-answer.ts";
import { type RunInput, runInput } from "../run/run-input.ts";
import { createEventStream, createStreamEvents, type StreamEvent } from "../run/run-stream.ts";
import { warningsOf } from "../run/run-warnings.ts";
import { callerTraceOf } from "../telemetry/caller-trace.ts";
import { examples } from "../wire/examples.ts";
import { flag } from "../wire/query.ts";
import { anyObject, body, problems } from "./responses.ts";

const runHeaders = z.object({
	"idempotency-key": z
		.string()
		.regex(/^[\x20-\x7e]{1,255}$/, "1 to 255 printable ASCII characters")
		.optional()
		.openapi({ description: "A repeated call with the same key and body gets the first result, for 24 hours, and stores nothing twice." }),
});

const run = createRoute({
	method: "post",
	path: "/api/v1/run/{flow}",
	summary: "Run a flow, by id or endpoint name",
	description:
		"With `stream=true` the answer is a sequence of JSON objects `{event, data}`, each followed by an empty line; events are add_message, token, end and error.",
	request: {
		params: z.object({ flow: z.string().openapi({ example: examples.flow }) }),
		query: z.object({ stream: flag.optional() }),
		headers: runHeaders,
		body: body(runInput),
	},
	responses: {
		200: {
			description: "The answer; its text is at outputs[0].outputs[0].results.message.text.",
			content: { "application/json": { schema: anyObject }, "text/event-stream": { schema: z.string() } },
		},
		400: problems[400],
		404: problems[404],
		410: problems[410],
		422: problems[422],
		502: problems[502],
		503: problems[503],
	},
});

/** One request to run a flow. */
interface Asked {
	readonly flow: FlowRecord;
	readonly input: RunInput;
	/** What repeated calls are known by; absent: every call runs. */
	readonly key: KeyedRequest | undefined;
}

export function addRunRoute(app: HostApp, deps: HostDependencies): void {
	app.openapi(run, async (context) => {
		const flow = await findFlow(deps, context.get("userId"), context.req.valid("param").flow);
		const raw = await rawObject(context);
		const input = { ...context.req.valid("json"), tweaks: tweaksOf(raw) };
		const { "idempotency-key": key } = context.req.valid("header");
		const asked = { flow, input, key: key === undefined ? undefined : keyedRequest(key, { flow, input, raw }) };
		if (context.req.valid("query").stream) return streamAnswer(context, deps, asked);
		const told = await answer(context, deps, asked, { onEvent: () => {}, streaming: false, clientGone: context.req.raw.signal });
		return context.json(toRunAnswer(told.run, flow.id, told.warnings), 200, told.replayed ? { "idempotency-replayed": "true" } : {});
	});
}

function keyedRequest(key: string, { flow, input, raw }: Pick<Asked, "flow" | "input"> & { readonly raw: FlowDocument }): KeyedRequest {
	return { key, userId: flow.userId, flowId: flow.id, sessionId: input.session_id || flow.id, fingerprint: fingerprint(flow.id, raw) };
}

/** As sent, not as zod copied it: a field may have any name. */
function tweaksOf(raw: { readonly [key: string]: unknown }): NonNullable<RunInput["tweaks"]> {
	return (raw.tweaks as RunInput["tweaks"]) ?? {};
}

/** Runs the flow, or, under a key that was used before, tells the first result again. A run with a key goes on when its client leaves: that one will ask again. */
async function answer(
	context: Context<HostEnvironment>,
	deps: HostDependencies,
	{ flow, input, key }: Asked,
	{ onEvent, streaming, clientGone }: Pick<RunOrder, "onEvent" | "streaming" | "clientGone">,
): Promise<ToldRun & { readonly replayed: boolean }> {
	const warnings: string[] = [];
	const see = (event: RunEvent) => {
		warnings.push(...warningsOf(event));
		onEvent(event);
	};
	const order = { flow, input, onEvent: see, streaming, answered: answerSent(context), caller: callerTraceOf(context.req) };
	if (key === undefined) return { run: await executeRun(deps, { ...order, clientGone }), warnings, replayed: false };
	let own: ToldRun | undefined;
	const execute = async (inputId: string) => {
		own = { run: await executeRun(deps, { ...order, clientGone: neverGone, inputId }), warnings };
		return keepAnswer(own, key.sessionId);
	};
	const { answer: kept } = await deps.keyedRuns.once(key, execute, clientGone);
	if (own) return { ...own, replayed: false };
	return { ...(await recallAnswer(deps.store.messages, flow.userId, kept, input.input_value ?? "")), replayed: true };
}

const neverGone = new AbortController().signal;

/** Answers with a problem when the run fails before its first event, and inside the stream afterwards. */
async function streamAnswer(context: Context<HostEnvironment>, deps: HostDependencies, asked: Asked): Promise<Response> {
	const stream = createEventStream();
	const begun = Promise.withResolvers<void>();
	let begins = false;
	const send = (chunk: StreamEvent) => {
		stream.send(chunk);
		begins = true;
		begun.resolve();
	};
	const events = createDurableEvents(createStreamEvents(asked.flow.id, deps.now), { synced: deps.store.synced, send });
	const clientGone = AbortSignal.any([stream.gone, context.req.raw.signal]);
	const answered = async () => {
		try {
			return await answer(context, deps, asked, { onEvent: events.see, streaming: true, clientGone });
		} finally {
			await events.told();
		}
	};
	answered()
		.then((told) => send({ event: "end", data: { result: toRunAnswer(told.run, asked.flow.id, told.warnings) } }))
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

/** Resolves when the answer has left, or its client has; at once where there is no real server. */
function answerSent(context: Context<HostEnvironment>): Promise<void> {
	const outgoing = context.env?.outgoing;
	return outgoing && !outgoing.destroyed ? new Promise((resolve) => outgoing.once("close", resolve)) : Promise.resolve();
}
