import { FlowError } from "@foldback/flow-runtime";
import { ProblemError } from "../http/problem.ts";

/** @returns the problem that a client is told for what the runtime threw; other errors as they are. */
export function flowProblem(error: unknown): unknown {
	if (!FlowError.isInstance(error)) return error;
	const extensions = Object.fromEntries(
		Object.entries({ code: error.code, node_id: error.nodeId, node_type: error.nodeType, field: error.field }).filter(([, value]) => value !== undefined),
	);
	return new ProblemError(error.code === "node-failed" ? "model-failed" : "bad-flow", error.message.trim(), { extensions, cause: error });
}
