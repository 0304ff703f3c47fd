import type { SessionStore } from "@foldback/session-store";
import type { Context, MiddlewareHandler } from "hono";
import type { HostEnvironment } from "../http/environment.ts";
import { loopbackGuard } from "../http/loopback-guard.ts";
import { ProblemError } from "../http/problem.ts";
import { hashApiKey } from "./api-key.ts";
import type { CallLimits } from "./limit-calls.ts";

/** Who everybody is without an API key, where no key is asked for. */
export const localUser = "local";

export interface AccessOptions {
	readonly keys: SessionStore["keys"];
	/** `local`: without a key everybody is `local`, from this machine only. `keys`: the API asks for a key. */
	readonly access: "local" | "keys";
	readonly limits: CallLimits;
	/** Other sites whose pages may call without a key; see `crossOrigin`. */
	readonly origins: ReadonlySet<string>;
}

/** @returns the API key that a request has, valid or not. */
export function apiKeyOf({ req }: Context<HostEnvironment>): string | undefined {
	return req.header("x-api-key") ?? /^Bearer\s+(\S+)$/i.exec(req.header("authorization") ?? "")?.[1];
}

/**
 * Says whose request this is: the owner's of its `x-api-key` (or bearer token), or `local`. A web page cannot send a key that it does not know, so requests
 * with one need no further guard; the others must come from this machine's own pages and programs.
 */
export function authenticate({ keys, access, limits, origins }: AccessOptions): MiddlewareHandler<HostEnvironment> {
	const guard = loopbackGuard(origins);
	return async (context, next) => {
		const given = apiKeyOf(context);
		if (given !== undefined) {
			const hash = hashApiKey(given);
			const address = context.env?.incoming?.socket.remoteAddress;
			const owner = await limits.lookUp({ address, hash }, () => keys.find(hash));
			if (!owner) throw new ProblemError("no-access", "The API key is unknown or revoked. `foldback key list` shows the valid ones by their prefix.");
			limits.called(owner.id);
			context.set("userId", owner.userId);
			return next();
		}
		if (access === "local") {
			context.set("userId", localUser);
			return guard(context, next);
		}
		if (context.req.path.startsWith("/api/")) {
			throw new ProblemError("no-access", "This server asks for an API key: send it as the header `x-api-key`. `foldback key create --user NAME` makes one.");
		}
		// Pages and the API's description are for everybody, and show nobody's data.
		context.set("userId", "");
		return next();
	};
}
