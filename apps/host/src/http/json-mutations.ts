import type { MiddlewareHandler } from "hono";
import type { HostEnvironment } from "./environment.ts";
import { acceptedMediaTypes, mediaType } from "./media-types.ts";
import { ProblemError, quoteValue } from "./problem.ts";

/**
 * Mutations need `application/json`: a form on another site cannot send that without the browser asking first. A `POST` needs it even without a body;
 * the other methods, which no form can send, only with one.
 */
export function jsonMutations(): MiddlewareHandler<HostEnvironment> {
	return async (context, next) => {
		const { method } = context.req;
		const reads = method === "GET" || method === "HEAD" || method === "OPTIONS";
		const contentType = context.req.header("content-type");
		const needed = method === "POST" || contentType !== undefined || hasBody(context.req.raw.headers);
		const accepted = acceptedMediaTypes(context.req.path);
		if (!reads && needed && !accepted.includes(mediaType(contentType))) {
			const given = contentType === undefined ? "no content type" : `the content type ${quoteValue(contentType)}`;
			throw new ProblemError("unsupported-media-type", `This ${method} request has ${given}. Send ${wanted(accepted[0])}.`);
		}
		await next();
	};
}

function wanted(type = "application/json"): string {
	return `${type === "application/json" ? "JSON " : ""}with the header \`content-type: ${type}\``;
}

function hasBody(headers: Headers): boolean {
	return headers.has("transfer-encoding") || Number(headers.get("content-length") ?? 0) > 0;
}
