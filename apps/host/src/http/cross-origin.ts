import type { MiddlewareHandler } from "hono";
import type { HostEnvironment } from "./environment.ts";

/** Headers of a request that another site's page may send. */
const requestHeaders = ["content-type", "x-api-key", "authorization", "idempotency-key"];
/** Headers of an answer that it may read beside the usual ones. */
const answerHeaders = ["x-request-id", "retry-after", "idempotency-replayed", "content-disposition"];
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];
/** Seconds for which a browser need not ask again. */
const maxAge = 600;

/**
 * Lets pages of other sites call this server: those whose origin the operator has named, exactly as browsers send it, and no others. Without any, answers
 * say nothing, which browsers take for no. Cookies are never asked for: a page sends its key as a header.
 */
export function crossOrigin(origins: ReadonlySet<string>): MiddlewareHandler<HostEnvironment> {
	return async (context, next) => {
		if (origins.size === 0) return next();
		const origin = context.req.header("origin");
		const isAllowed = origin !== undefined && origins.has(origin);
		const asksFirst = context.req.method === "OPTIONS" && context.req.header("access-control-request-method") !== undefined;
		if (isAllowed && asksFirst) context.res = new Response(null, { status: 204, headers: permissions });
		else await next();
		context.header("vary", "origin", { append: true });
		if (!isAllowed) return;
		context.header("access-control-allow-origin", origin);
		context.header("access-control-expose-headers", answerHeaders.join(", "));
	};
}

const permissions = {
	"access-control-allow-methods": methods.join(", "),
	"access-control-allow-headers": requestHeaders.join(", "),
	"access-control-max-age": String(maxAge),
};
