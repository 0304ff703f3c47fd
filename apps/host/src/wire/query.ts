import { z } from "@hono/zod-openapi";

/** A name or id in a query: free text, at most 500 characters. */
export const nameText = z.string().min(1, "a name of 1 to 500 characters").max(500, "a name of 1 to 500 characters");

/** A whole number in a query, such as `limit`. */
export function wholeNumber(least: number, most: number) {
	const allowed = `a whole number from ${least} to ${most}`;
	return z
		.string()
		.regex(/^\d{1,9}$/, allowed)
		.transform(Number)
		.refine((value) => value >= least && value <= most, allowed)
		.openapi({ type: "integer", minimum: least, maximum: most });
}

/** `true` or `false` in a query; `1` and `0` are understood. */
export const flag = z
	.enum(["true", "false", "1", "0", "True", "False"], { error: "true or false" })
	.transform((text) => text === "1" || text.toLowerCase() === "true")
	.openapi({ type: "boolean" });
