import type { Context } from "hono";
import type { FlowDocument } from "../run/flow-engine.ts";
import type { HostEnvironment } from "./environment.ts";

/**
 * The body exactly as sent, for what must be kept losslessly: zod's copy drops keys such as `__proto__`. Only after the route's schema accepted it.
 */
export async function rawObject(context: Context<HostEnvironment>): Promise<FlowDocument> {
	// The schema has checked that it is an object, and JSON.parse makes nothing but JSON.
	return (await context.req.json()) as FlowDocument;
}
