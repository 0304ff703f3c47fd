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
			z.object({ only_if_due: z.boolean().optional().openapi({ description: "Fold what is due, and nothing when none is. Default: all of the backlog." }) }),
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

const wireFolding = z
	.object({
		fold_threshold: z.number().int().openapi({ description: "Messages in the backlog from which a fold is due." }),
		fold_tokens: z.number().int().nullable().openapi({ description: "Or so many estimated tokens." }),
		max_batch: z.number().int().openapi({ description: "Messages that one fold absorbs at most." }),
		fold_timing: z.enum(["inline", "background"]),
		between_folds: z.enum(["send", "omit"]),
	})
	.openapi("FoldingSettings");

const settings = createRoute({
	method: "get",
	path: `${sessionMemoryPath}/folding`,
	summary: "When and how this host folds",
	responses: { 200: json("The settings.", wireFolding) },
});

/** Folds on request, and the settings that say when one comes by itself. */
export function addFoldRoutes(app: HostApp, deps: HostDependencies): void {
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
	app.openapi(settings, (context) => {
		const { foldThreshold, foldTokens, maxBatch, foldTiming, betweenFolds } = deps.folding;
		return context.json(
			{ fold_threshold: foldThreshold, fold_tokens: foldTokens ?? null, max_batch: maxBatch, fold_timing: foldTiming, between_folds: betweenFolds },
			200,
		);
	});
}

function tooSoon(): ProblemError {
	return new ProblemError("rate-limited", "This session was folded less than a second ago. Try again in a second.", { headers: { "retry-after": "1" } });
}
