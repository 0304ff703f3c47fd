import type { Json } from "@foldback/session-store";
import { z } from "@hono/zod-openapi";

type JsonObject = { readonly [key: string]: Json };

/** A JSON object exactly as sent: zod's own records drop a member called `__proto__`, which is data like any other. */
export const jsonObject = z
	.custom<JsonObject>((value) => typeof value === "object" && value !== null && !Array.isArray(value), "an object")
	.openapi({ type: "object", additionalProperties: true });
