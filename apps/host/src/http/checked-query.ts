import type { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { HostEnvironment } from "./environment.ts";
import { rejectInvalidInput } from "./invalid-input.ts";

/** The query of a route that is not validated by the framework, which would read the body too. @throws a 422 problem. */
export function checkedQuery<Schema extends z.ZodType>(context: Context<HostEnvironment>, schema: Schema): z.infer<Schema> {
	const data = context.req.query();
	const result = schema.safeParse(data);
	if (result.success) return result.data;
	rejectInvalidInput({ success: false, error: result.error, target: "query", ...{ data } }, context);
	throw result.error;
}
