import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { apiKeyOf } from "../access/authenticate.ts";
import type { HostDependencies } from "../dependencies.ts";
import type { HostApp, HostEnvironment } from "../http/environment.ts";
import { ProblemError } from "../http/problem.ts";
import { maxRecentLines, type RecentLine, type RecentLines } from "../recent-lines.ts";
import { wholeNumber } from "../wire/query.ts";
import { json, problems } from "./responses.ts";

const lineCount = wholeNumber(0, maxRecentLines).optional();

const logs = createRoute({
	method: "get",
	path: "/logs",
	summary: "The newest lines of the server's log",
	description: `Of the last ${maxRecentLines} lines of this process: \`lines_before\` or \`lines_after\` a \`timestamp\` in epoch milliseconds, by default the newest 10. Only without API keys, on the server's own machine.`,
	request: {
		query: z.object({
			timestamp: z
				.string()
				.regex(/^\d{1,15}$/, "epoch milliseconds")
				.transform(Number)
				.openapi({ type: "integer" })
				.optional(),
			lines_before: lineCount,
			lines_after: lineCount,
		}),
	},
	responses: { 200: json("Lines by their times, oldest first.", z.record(z.string(), z.string())), 400: problems[400], 403: problems[403] },
});

const stream = createRoute({
	method: "get",
	path: "/logs-stream",
	summary: "New lines of the server's log, as they come",
	description: "One JSON object `{time: line}` and an empty line each, without end. Only without API keys, on the server's own machine.",
	responses: { 200: { description: "The lines.", content: { "text/event-stream": { schema: z.string() } } }, 403: problems[403] },
});

/** Where Langflow's JavaScript client looks for the log. */
export function addLogRoutes(app: HostApp, { log, config }: HostDependencies): void {
	const refuseStrangers = (context: Context<HostEnvironment>) => {
		if (config.access === "keys" || apiKeyOf(context) !== undefined) throw notForKeys();
	};
	app.openapi(logs, (context) => {
		refuseStrangers(context);
		const { timestamp, lines_before: before = 0, lines_after: after = 0 } = context.req.valid("query");
		if (after > 0 && (before > 0 || timestamp === undefined)) {
			throw new ProblemError(
				"bad-request",
				"`lines_after` needs a `timestamp` and no `lines_before`. Send one of the two counts, and the time for `lines_after`.",
			);
		}
		const lines = after > 0 ? log.recent.after(timestamp ?? 0, after) : log.recent.before(timestamp ?? Number.POSITIVE_INFINITY, before || 10);
		return context.json(Object.fromEntries(lines.map(({ timeMs, text }) => [String(timeMs), text])), 200);
	});
	// Not `app.openapi`: an answer that is streamed has no type there.
	app.openAPIRegistry.registerPath(stream);
	app.get(stream.path, (context) => {
		refuseStrangers(context);
		const headers = { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-store", "x-accel-buffering": "no" };
		return new Response(follow(log.recent), { headers });
	});
}

/** Lines from now on, read as fast as they are taken: a reader that falls behind misses those that are no longer kept. */
function follow(recent: RecentLines): ReadableStream<Uint8Array> {
	const encoder = new TextEncoder();
	let { nextMs } = recent;
	return new ReadableStream({
		// Langflow's own word for nothing new: it has the answer begin.
		start: (controller) => controller.enqueue(encoder.encode("keepalive\n\n")),
		async pull(controller) {
			await recent.arrived(nextMs);
			const lines: readonly RecentLine[] = recent.after(nextMs, maxRecentLines);
			for (const { timeMs, text } of lines) controller.enqueue(encoder.encode(`${JSON.stringify({ [timeMs]: text })}\n\n`));
			nextMs = recent.nextMs;
		},
	});
}

function notForKeys(): ProblemError {
	return new ProblemError(
		"operators-only",
		"The log tells of the runs of all users, and no API key stands for whoever runs the server: with keys nobody reads it over the API. It is on the server's standard error.",
	);
}
