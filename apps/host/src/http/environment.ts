import type { OpenAPIHono } from "@hono/zod-openapi";
import type { RequestIdVariables } from "hono/request-id";
import type { SecureHeadersVariables } from "hono/secure-headers";

/** What every handler finds in its context. The bindings exist behind a real server only. */
export interface HostEnvironment {
	Variables: RequestIdVariables & SecureHeadersVariables & { userId: string };
	Bindings: {
		readonly incoming?: { readonly socket: { readonly remoteAddress?: string | undefined } };
		readonly outgoing?: { readonly destroyed: boolean; once(event: "close", listener: () => void): unknown };
	};
}

export type HostApp = OpenAPIHono<HostEnvironment>;
