import type { SessionScope } from "@foldback/session-compressor";
import type { FlowRecord } from "@foldback/session-store";
import type { HostDependencies } from "../dependencies.ts";
import { findFlow } from "../flows/save-flow.ts";

/** A scope as a client names it. */
export interface ScopeQuery {
	readonly flow_id: string;
	/** Absent or `''`: the flow's default session. */
	readonly session_id?: string | undefined;
	readonly context_id?: string | undefined;
}

/** @throws a 404 problem when the user has no such flow: a scope of somebody else's flow does not exist. */
export async function findScope(
	deps: HostDependencies,
	userId: string,
	query: ScopeQuery,
): Promise<{ readonly flow: FlowRecord; readonly scope: SessionScope }> {
	const flow = await findFlow(deps, userId, query.flow_id);
	return { flow, scope: { flowId: flow.id, userId: flow.userId, sessionId: query.session_id || flow.id, contextId: query.context_id ?? "" } };
}
