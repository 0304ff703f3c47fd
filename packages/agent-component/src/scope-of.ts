import type { SessionScope } from "@foldback/session-compressor";
import type { AgentContext } from "./agent-context.ts";

/** @returns the scope of an Agent's memory: the run's, with the Agent's own Context ID when it has one. */
export function scopeOf({ contextId }: { readonly contextId: string }, { scope }: Pick<AgentContext, "scope">): SessionScope {
	return contextId === "" ? scope : { ...scope, contextId };
}
