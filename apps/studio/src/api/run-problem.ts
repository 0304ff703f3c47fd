import { ApiProblem } from "./api-problem.ts";

/** A run that failed at a node: told in the playground, shown on the node in the editor. */
export interface RunProblem {
	readonly nodeId: string;
	/** In words for people. */
	readonly text: string;
}

const storageKey = (flowId: string) => `foldback.run-problem.${flowId}`;
const listeners = new Set<() => void>();
/** The editor may be open in another tab than the playground. */
const otherTabs = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel("foldback.run-problems");

/**
 * Keeps what a run's failure says about a node, in the open tabs; a run that went well (undefined), or whose failure names no node, clears it.
 * @param failure an ApiProblem, or the data of a stream's `error` event.
 */
export function keepRunProblem(flowId: string, failure: unknown): void {
	const members = failure instanceof ApiProblem ? failure.document : failure;
	const problem = readProblem(members);
	const kept = { flowId, problem: problem ? JSON.stringify(problem) : null };
	keep(kept);
	otherTabs?.postMessage(kept);
}

interface KeptProblem {
	readonly flowId: string;
	readonly problem: string | null;
}

function keep({ flowId, problem }: KeptProblem): void {
	if (problem !== null) sessionStorage.setItem(storageKey(flowId), problem);
	else sessionStorage.removeItem(storageKey(flowId));
	for (const listener of listeners) listener();
}

// Only tabs of this page post here, and only what is kept above.
otherTabs?.addEventListener("message", ({ data }: MessageEvent<KeptProblem>) => keep(data));

/** The kept problem as JSON, which is equal as long as the problem is; null when there is none. */
export function keptRunProblem(flowId: string): string | null {
	return sessionStorage.getItem(storageKey(flowId));
}

export function onRunProblem(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

function readProblem(members: unknown): RunProblem | undefined {
	if (typeof members !== "object" || members === null) return undefined;
	const { node_id: nodeId, detail, error } = members as { readonly node_id?: unknown; readonly detail?: unknown; readonly error?: unknown };
	const text = typeof detail === "string" ? detail : error;
	return typeof nodeId === "string" && typeof text === "string" ? { nodeId, text } : undefined;
}
