import type { MiddlewareHandler } from "hono";
import type { HostEnvironment } from "./environment.ts";
import { mediaType } from "./media-types.ts";
import { ProblemError } from "./problem.ts";

/** Deepest nesting of lists and objects in a body. Flows need about ten levels. */
export const maxJsonDepth = 200;

/** Refuses bodies so deeply nested that walking them would exhaust the stack. Counts brackets before anything parses the text. */
export function limitJsonDepth(maxDepth = maxJsonDepth): MiddlewareHandler<HostEnvironment> {
	return async (context, next) => {
		const { method } = context.req;
		const isJson = mediaType(context.req.header("content-type")) === "application/json";
		if (isJson && method !== "GET" && method !== "HEAD" && jsonDepth(await context.req.text()) > maxDepth) {
			throw new ProblemError("bad-request", `The body nests lists and objects more than ${maxDepth} levels deep. Send a flatter document.`);
		}
		await next();
	};
}

/** @returns how deep the brackets outside of strings nest; valid JSON is not required. */
export function jsonDepth(text: string): number {
	let depth = 0;
	let deepest = 0;
	for (const token of text.matchAll(/"(?:[^"\\]|\\.)*"?|[[{]|[\]}]/gs)) {
		if (token[0] === "[" || token[0] === "{") deepest = Math.max(deepest, ++depth);
		else if (token[0] === "]" || token[0] === "}") depth--;
	}
	return deepest;
}
