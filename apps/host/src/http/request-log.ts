import type { MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import { duringWork } from "../current-work.ts";
import type { Logger } from "../log.ts";
import type { HostEnvironment } from "./environment.ts";

/** Tells the client the request's id, names it in all lines that the request causes, and writes one line a request at level `debug`: its route, never its address. */
export function requestLog(log: Logger): MiddlewareHandler<HostEnvironment> {
	return async (context, next) => {
		const requestId = context.get("requestId");
		context.header("x-request-id", requestId);
		const startedMs = performance.now();
		await duringWork({ requestId }, next);
		duringWork({ requestId }, () =>
			log.debug("request", {
				method: context.req.method,
				route: routePath(context, -1),
				status: context.res.status,
				durationMs: Math.round(performance.now() - startedMs),
			}),
		);
	};
}
