import { ConfigurationError, type FoldOutcome, type SessionScope, scopeKey, type TurnOptions } from "@foldback/session-compressor";
import type { FlowRecord } from "@foldback/session-store";
import { createRoute, z } from "@hono/zod-openapi";
import type { HostDependencies } from "../dependencies.ts";
import type { HostApp } from "../http/environment.ts";
import { rawObject } from "../http/json-body.ts";
import { ProblemError, quoteValue } from "../http/problem.ts";
import { findScope } from "../memory/find-scope.ts";
import { createRateLimit } from "../memory/rate-limit.ts";
import { shuttingDown } from "../run/turn-tracker.ts";
import { examples } from "../wire/examples.ts";
import { wholeNumber } from "../wire/query.ts";
import { toWireSessionMemory, toWireState, wireSessionMemory } from "../wire/session-memory.ts";
import { formatTimestamp } from "../wire/timestamp.ts";
import { body, json, problems } from "./responses.ts";

/** Where everything about session memory lives. */
export const sessionMemoryPath = "/api/v1/monitor/session-memory";
const path = sessionMemoryPath;

/** Least time between two rebuilds of one scope, in milliseconds: each may cost many model calls. */
const rebuildIntervalMs = 30_000;

/** How a client names a scope. */
export const scopeQuery = z.object({
	flow_id: z.string().openapi({ example: examples.flow }),
	session_id: z.string().optional().openapi({ example: examples.session, description: "The flow's default session when absent." }),
	context_id: z.string().optional(),
});

const query = scopeQuery;

const readQuery = query.extend({
	n_messages: wholeNumber(1, 100_000).optional().openapi({ description: "Recent window to count with; that of the flow's Agent when absent." }),
});

const read = createRoute({
	method: "get",
	path,
	summary: "What is remembered of a session, and how it came about",
	request: { query: readQuery },
	responses: { 200: json("State, sizes and journal, newest fold first.", wireSessionMemory), 404: problems[404], 422: problems[422] },
});

const overrideInput = z
	.object({
		overrides: z.record(
			z.string().min(1, "a key name of 1 to 100 characters").max(100, "a key name of 1 to 100 characters"),
			z.string().min(1, "1 to 500 characters, or null to release").max(500, "1 to 500 characters, or null to release").nullable(),
		),
		expected: z.union([z.literal("absent"), z.object({ incarnation: z.string(), version: z.int() })], {
			error: 'the state that the change is made on: {incarnation, version} as read, or "absent" when there was none',
		}),
	})
	.openapi({ example: { overrides: { project_id: "PRJ-123" }, expected: "absent" } });

const override = createRoute({
	method: "patch",
	path,
	summary: "Set pinned values by hand, or release them with null",
	request: { query, body: body(overrideInput) },
	responses: { 200: json("As it is now.", wireSessionMemory), 404: problems[404], 409: problems[409], 422: problems[422] },
});

/** How a fold that was asked for went. */
export const wireOutcome = z.looseObject({ outcome: z.enum(["saved", "not-due", "lost", "failed", "backing-off", "no-store"]) });

const rebuild = createRoute({
	method: "post",
	path: `${path}/rebuild`,
	summary: "Forget what is folded, except overrides, and fold again from the messages",
	request: { query },
	responses: {
		200: json("How it went, and as it is now.", wireSessionMemory.extend({ rebuild: wireOutcome })),
		404: problems[404],
		429: problems[429],
		503: problems[503],
	},
});

const remove = createRoute({
	method: "delete",
	path,
	summary: "Forget what is remembered, overrides included; messages stay",
	request: { query },
	responses: { 204: { description: "It is gone, if there was any." }, 404: problems[404] },
});

export function addSessionMemoryRoutes(app: HostApp, deps: HostDependencies): void {
	const rebuilds = createRateLimit(rebuildIntervalMs, deps.now);
	app.openapi(read, async (context) => {
		const { n_messages: recentMessages, ...named } = context.req.valid("query");
		const { flow, scope } = await findScope(deps, context.get("userId"), named);
		const options = { ...(await turnOptions(deps, flow, scope)), ...(recentMessages === undefined ? {} : { recentMessages }) };
		return context.json(await describeMemory(deps, scope, options), 200);
	});
	app.openapi(override, async (context) => {
		const { flow, scope } = await findScope(deps, context.get("userId"), context.req.valid("query"));
		const { expected } = context.req.valid("json");
		// As sent: zod's copy lacks a key called `__proto__`, which is to be refused like every name that no key can have.
		const overrides = (await rawObject(context)).overrides as z.infer<typeof overrideInput>["overrides"];
		const result = await deps.compressor.override(scope, overrides, expected).catch((error: unknown) => Promise.reject(refusedKey(error)));
		if (!result.saved) throw refusedOverride(result, scope);
		return context.json(await describeMemory(deps, scope, await turnOptions(deps, flow, scope)), 200);
	});
	app.openapi(rebuild, async (context) => {
		const { flow, scope } = await findScope(deps, context.get("userId"), context.req.valid("query"));
		const options = await turnOptions(deps, flow, scope);
		const waitMs = rebuilds.take(scopeKey(scope));
		if (waitMs > 0) throw tooSoon(waitMs);
		const result = await tracked(deps, (signal) => deps.compressor.rebuild(scope, { ...options, signal }));
		return context.json({ ...(await describeMemory(deps, scope, options)), rebuild: toWireOutcome(result) }, 200);
	});
	app.openapi(remove, async (context) => {
		const { scope } = await findScope(deps, context.get("userId"), context.req.valid("query"));
		await deps.store.memory.delete(scope);
		return context.body(null, 204);
	});
}

/** A scope's memory as the API tells it. */
export async function describeMemory(deps: HostDependencies, scope: SessionScope, options: TurnOptions) {
	const [status, journal] = await Promise.all([deps.compressor.status(scope, options), deps.store.memory.journal?.list(scope) ?? []]);
	return toWireSessionMemory(scope, status, journal);
}

/** How the flow's Agents use the memory of a scope. */
export async function turnOptions(deps: HostDependencies, flow: FlowRecord, scope: SessionScope): Promise<TurnOptions> {
	const engine = await deps.engine();
	const { document } = await deps.vault.opened(flow.userId, flow.document);
	return engine.memoryOptions(document, scope.contextId, deps.vault.resolver(flow.userId, flow.document));
}

/** Does work that a shutdown waits for. @throws a 503 problem when one has begun. */
export async function tracked<Result>({ turns }: HostDependencies, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
	const turn = turns.begin();
	if (!turn) throw shuttingDown();
	try {
		return await work(turn.signal);
	} finally {
		turn.end();
	}
}

/** The compressor names the option of its own in which keys are configured. */
function refusedKey(error: unknown): unknown {
	if (!ConfigurationError.isInstance(error)) return error;
	const [what] = error.message.replace(/^pinnedKeys has the entry/, "overrides has the key").split(' Write "name"');
	return new ProblemError("invalid-input", what ?? error.message, { extensions: { field: "overrides" }, cause: error });
}

function refusedOverride(
	result: { readonly reason: "conflict" | "no-rows"; readonly state: Parameters<typeof toWireState>[0] },
	scope: SessionScope,
): ProblemError {
	if (result.reason === "no-rows") {
		return new ProblemError("not-found", `Session ${quoteValue(scope.sessionId)} has no messages, so nothing can be pinned in it. Send a message first.`);
	}
	return new ProblemError(
		"conflict",
		"The memory is no longer the expected one: `state` is what it is now. Apply the change to that and send its incarnation and version.",
		{
			extensions: { state: toWireState(result.state) },
		},
	);
}

function tooSoon(waitMs: number): ProblemError {
	const seconds = Math.ceil(waitMs / 1_000);
	return new ProblemError("rate-limited", `This session was rebuilt less than ${rebuildIntervalMs / 1_000} seconds ago. Try again in ${seconds} seconds.`, {
		headers: { "retry-after": String(seconds) },
	});
}

/** @returns the outcome in the words of the API. */
export function toWireOutcome(result: FoldOutcome) {
	if (result.outcome === "saved") return { outcome: result.outcome, folds: result.folds };
	if (result.outcome === "failed") return { outcome: result.outcome, code: result.code, retry_at: formatTimestamp(result.retryAtMs) };
	if (result.outcome === "backing-off") return { outcome: result.outcome, retry_at: formatTimestamp(result.retryAtMs) };
	return { outcome: result.outcome };
}
