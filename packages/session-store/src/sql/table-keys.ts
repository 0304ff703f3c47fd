import type { Session } from "./session.ts";

/** Every table with the columns of its primary key, in an order in which rows may be inserted: a flow before what belongs to it. */
export const tableKeys = {
	flow: ["id"],
	message: ["id"],
	sessionMemoryState: ["flowId", "userId", "sessionId", "contextId"],
	sessionMemoryFold: ["flowId", "userId", "sessionId", "contextId", "sequence"],
	runRecord: ["id"],
	idempotencyKey: ["userId", "key"],
	secret: ["userId", "id"],
	apiKey: ["id"],
	foldSpend: ["userId", "day"],
	mark: ["name"],
} as const satisfies { readonly [Name in keyof Session["tables"]]: readonly (keyof Session["tables"][Name])[] };
