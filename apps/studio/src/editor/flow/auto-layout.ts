import dagre from "@dagrejs/dagre";
import type { Position } from "./edit-nodes.ts";

/** Something to be laid out; sizes in the canvas's pixels. */
export interface Box {
	readonly id: string;
	readonly width: number;
	readonly height: number;
}

/** Lays boxes out from left to right along their edges. @returns the new position of each box's upper left corner. */
export function autoLayout(boxes: readonly Box[], edges: readonly { readonly source: string; readonly target: string }[]): ReadonlyMap<string, Position> {
	const graph = new dagre.graphlib.Graph({ multigraph: true });
	graph.setGraph({ rankdir: "LR", nodesep: 48, ranksep: 120 });
	graph.setDefaultEdgeLabel(() => ({}));
	for (const { id, width, height } of boxes) graph.setNode(id, { width, height });
	edges.forEach(({ source, target }, index) => {
		if (graph.hasNode(source) && graph.hasNode(target)) graph.setEdge(source, target, {}, String(index));
	});
	dagre.layout(graph);
	return new Map(
		boxes.map(({ id, width, height }) => {
			const { x, y } = graph.node(id);
			return [id, { x: Math.round(x - width / 2), y: Math.round(y - height / 2) }] as const;
		}),
	);
}
