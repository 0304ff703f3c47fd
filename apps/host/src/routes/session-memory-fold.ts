import { scopeKey } from "@foldback/session-compressor";
import { createRoute, z } from "@hono/zod-openapi";
import type { HostDependencies } from "../dependencies.ts";
import type { HostApp } from "../http/environment.ts";
import { ProblemError } from "../http/problem.ts";
import { findScope } from "../memory/find-scope.ts";
import { createRateLimit } from "../memory/rate-limit.ts";
import { wireSessionMemory } from "../wire/session-memory.ts";
import { body, json, problems } from "./responses.ts";
import { describeMemory, scopeQuery, sessionMemoryPath, toWireOutcome, tracked, turnOptions, wireOutcome } from "./session-memory.ts";

/** Least time between two asked-for folds of one scope, in milliseconds: each is a model call. */
const foldIntervalMs = 1_000;

const fold = createRoute({
	method: "post",
	path: `${sessionMemoryPath}/fold`,
	summary: "Fold the backlog now",
	request: {
		query: scopeQuery,
		body: body(
			z
				.object({ only_if_due: z.boolean().optional().openapi({ description: "Fold what is due, and nothing when none is. Default: all of the backlog." }) })
				.openapi({ example: { only_if_due: true } }),
		),
	},
	responses: {
		200: json("How it went, and as it is now.", wireSessionMemory.extend({ fold: wireOutcome })),
		404: problems[404],
		422: problems[422],
		429: problems[429],
		503: problems[503],
	},
});

/** Folds on request. */
export function addFoldRoute(app: HostApp, deps: HostDependencies): void {
	const folds = createRateLimit(foldIntervalMs, deps.now);
	app.openapi(fold, async (context) => {
		const { flow, scope } = await findScope(deps, context.get("userId"), context.req.valid("query"));
		const options = await turnOptions(deps, flow, scope);
		const { only_if_due: onlyIfDue = false } = context.req.valid("json");
		if (!onlyIfDue && folds.take(scopeKey(scope)) > 0) throw tooSoon();
		const compressor = onlyIfDue ? deps.compressor : deps.eagerCompressor;
		const result = await tracked(deps, (signal) => compressor.fold(scope, { ...options, signal }));
		return context.json({ ...(await describeMemory(deps, scope, options)), fold: toWireOutcome(result) }, 200);
	});
}

function tooSoon(): ProblemError {
	return new ProblemError("rate-limited", "This session was folded less than a second ago. Try again in a second.", { headers: { "retry-after": "1" } });
}
