import { useMemo } from "react";
import { useEditor } from "../editor-context.ts";
import type { FlowDocument } from "../flow/document.ts";
import { flowProblems } from "../flow/flow-problems.ts";
import { useRunProblem } from "../state/use-run-problem.ts";
import type { CanvasEdge } from "./canvas-elements.ts";
import { type Wiring, wiringOf } from "./wiring.ts";

/** The ends of all edges, and what is wrong: with the flow as it is, and with its newest run. */
export function useWiring(document: FlowDocument, edges: readonly CanvasEdge[]): Wiring {
	const { flowId, catalogue } = useEditor();
	const runProblem = useRunProblem(flowId);
	return useMemo(() => {
		const problems = new Map(flowProblems(document, catalogue));
		if (runProblem && !problems.has(runProblem.nodeId)) problems.set(runProblem.nodeId, runProblem.text);
		return { nodes: wiringOf(edges), problems };
	}, [document, catalogue, edges, runProblem]);
}
