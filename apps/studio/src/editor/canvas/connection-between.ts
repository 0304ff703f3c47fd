import type { Handle } from "@xyflow/react";
import type { Connection } from "../flow/connect.ts";
import { handleName } from "./canvas-elements.ts";

/** One end of what is being drawn. */
export interface HandleEnd {
	readonly nodeId: string;
	readonly handleId: string | null;
	readonly type: "source" | "target";
}

/** The connection between two ends, whichever was first; undefined when both give or both take. */
export function connectionBetween(one: HandleEnd, other: HandleEnd): Connection | undefined {
	if (one.type === other.type) return undefined;
	const [source, target] = one.type === "source" ? [one, other] : [other, one];
	return { source: source.nodeId, output: handleName(source.handleId), target: target.nodeId, field: handleName(target.handleId) };
}

export function endOf({ nodeId, id, type }: Handle): HandleEnd {
	return { nodeId, handleId: id ?? null, type };
}
