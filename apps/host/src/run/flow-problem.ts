import { AgentError, type AgentErrorCode } from "@foldback/agent-component";
import { FlowError } from "@foldback/flow-runtime";
import { StoreError } from "@foldback/session-store/sqlite";
import { ProblemError, type ProblemKind } from "../http/problem.ts";

/** @returns the problem that a client is told for what the runtime threw; other errors as they are. */
export function flowProblem(error: unknown): unknown {
	if (AgentError.isInstance(error))
		return new ProblemError(agentKinds[error.code], error.message, { extensions: { code: error.code, ...defined({ field: error.field }) }, cause: error });
	if (!FlowError.isInstance(error)) return error;
	if (StoreError.isInstance(error.cause)) return error.cause;
	const agentCode = AgentError.isInstance(error.cause) ? error.cause.code : undefined;
	return new ProblemError(kindOf(error, agentCode), error.message.trim(), {
		extensions: defined({ code: agentCode ?? error.code, node_id: error.nodeId, node_type: error.nodeType, field: error.field }),
		cause: error,
	});
}

const agentKinds: Readonly<Record<AgentErrorCode, ProblemKind>> = {
	"invalid-input": "bad-flow",
	"unknown-model": "bad-flow",
	"model-unauthorized": "model-failed",
	"model-rate-limited": "model-failed",
	"model-unavailable": "model-failed",
	"model-rejected": "model-failed",
	"context-overflow": "model-failed",
	"content-filter": "model-failed",
	"max-iterations": "model-failed",
	"invalid-reply": "model-failed",
	cancelled: "cancelled",
};

function kindOf(error: FlowError, agentCode: AgentErrorCode | undefined): ProblemKind {
	if (agentCode !== undefined) return agentKinds[agentCode];
	return error.code === "node-failed" ? "node-failed" : "bad-flow";
}

function defined(members: Readonly<Record<string, string | undefined>>): Record<string, string> {
	return Object.fromEntries(Object.entries(members).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}
