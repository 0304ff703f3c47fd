import { useMemo, useSyncExternalStore } from "react";
import { keptRunProblem, onRunProblem, type RunProblem } from "../../api/run-problem.ts";

/** What the newest run of this tab says about a node; undefined when it went well. */
export function useRunProblem(flowId: string): RunProblem | undefined {
	const kept = useSyncExternalStore(onRunProblem, () => keptRunProblem(flowId));
	return useMemo(() => (kept === null ? undefined : JSON.parse(kept)), [kept]);
}
