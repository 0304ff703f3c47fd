import type { RunEvent, RunResult } from "@foldback/flow-runtime";
import type { FlowRecord, RunRecord } from "@foldback/session-store";
import type { HostDependencies } from "../dependencies.ts";
import { describeError } from "../http/on-error.ts";
import { ProblemError } from "../http/problem.ts";
import { createRunRecorder } from "./run-recorder.ts";

/** What is told of one run once it has ended: a line of the log, and a record by references, which is stored after the answer. */
export interface RunAccount {
	readonly see: (event: RunEvent) => void;
	readonly finished: (result: RunResult) => void;
	/** @param reason the error, or what the run was cancelled for */
	readonly failed: (reason: unknown, status: "failed" | "cancelled") => void;
}

/** A run begins now. */
export function openRunAccount(
	{ now, log, runs }: Pick<HostDependencies, "now" | "log" | "runs">,
	{ runId, flow, answered }: { readonly runId: string; readonly flow: FlowRecord; readonly answered: Promise<void> },
): RunAccount {
	const { id: flowId, userId } = flow;
	const startedAtMs = now();
	const recorder = createRunRecorder(now);
	const keep = (ending: Pick<RunRecord, "status" | "code">): void => {
		const { details, ...rows } = recorder.trace();
		runs.add({ id: runId, flowId, userId, ...rows, ...ending, startedAtMs, durationMs: now() - startedAtMs, details }, answered);
	};
	return {
		see: recorder.see,
		finished({ outputs }) {
			log.info("run-finished", { flowId, durationMs: now() - startedAtMs, outputs: outputs.length });
			keep({ status: "finished", code: "" });
		},
		failed(reason, status) {
			const problem = ProblemError.isInstance(reason) ? { problem: reason.kind, code: reason.extensions.code } : describeError(reason);
			log.warn("run-failed", { flowId, durationMs: now() - startedAtMs, ...problem });
			keep({ status, code: String(problem.code ?? ("problem" in problem ? problem.problem : "")) });
		},
	};
}
