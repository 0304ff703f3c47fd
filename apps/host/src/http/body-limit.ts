import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { HostEnvironment } from "./environment.ts";
import { isStreamedBody } from "./media-types.ts";
import { ProblemError } from "./problem.ts";

/** Largest body in bytes: a flow of many nodes, or a pasted log. */
const maxBodyBytes = 10 * 1024 * 1024;

/** Refuses larger bodies, declared or streamed, before anything reads them as a whole. Imports are read line by line and have limits of their own. */
export function limitBody(maxBytes = maxBodyBytes): MiddlewareHandler<HostEnvironment> {
	const refuse = (): never => {
		throw new ProblemError("too-large", `The body is larger than ${maxBytes.toLocaleString("en")} bytes. Send less at once.`);
	};
	const limit: MiddlewareHandler<HostEnvironment> = bodyLimit({ maxSize: maxBytes, onError: refuse });
	return (context, next) => {
		if (isStreamedBody(context.req.path)) return next();
		// A declared length is kept to by the server, and looking at the body itself makes a web stream of it, which costs more than reading it.
		const declared = context.req.header("transfer-encoding") === undefined ? context.req.header("content-length") : undefined;
		if (declared === undefined) return limit(context, next);
		return Number(declared) > maxBytes ? refuse() : next();
	};
}
