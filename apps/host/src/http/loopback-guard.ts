import type { MiddlewareHandler } from "hono";
import { isLoopbackName } from "../loopback.ts";
import type { HostEnvironment } from "./environment.ts";
import { ProblemError, quoteValue } from "./problem.ts";

/**
 * Keyless on loopback everybody is one user, so a web page must not be able to reach the server through its reader's browser: the `Host` must be
 * a loopback name (no DNS rebinding), and an `Origin`, which browsers send with every request that another site makes a page send, this very server
 * or one that the operator has named.
 */
export function loopbackGuard(origins: ReadonlySet<string>): MiddlewareHandler<HostEnvironment> {
	return async (context, next) => {
		const host = context.req.header("host") ?? new URL(context.req.url).host;
		if (!isLoopbackName(hostName(host))) {
			throw new ProblemError(
				"foreign-host",
				`The Host header is ${quoteValue(host)}. Without API keys this server answers only to loopback names: use http://localhost or http://127.0.0.1.`,
			);
		}
		const origin = context.req.header("origin");
		if (origin !== undefined && !origins.has(origin) && origin.toLowerCase() !== `http://${host.toLowerCase()}`) {
			throw new ProblemError(
				"foreign-origin",
				`The Origin header is ${quoteValue(origin)}. Without API keys other sites may not call this server: open its own page, call it from a program, or name the site in FOLDBACK_CORS_ORIGINS.`,
			);
		}
		await next();
	};
}

/** `localhost:7860` → `localhost`, `[::1]:7860` → `::1`. */
function hostName(host: string): string {
	return /^\[(.*)\](?::\d+)?$/.exec(host)?.[1] ?? host.replace(/:\d+$/, "");
}
