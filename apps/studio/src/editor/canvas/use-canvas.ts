import { applyNodeChanges, type EdgeChange, type NodeChange } from "@xyflow/react";
import { useCallback, useMemo, useState } from "react";
import type { FlowDocument } from "../flow/document.ts";
import { moveNodes, type Position } from "../flow/edit-nodes.ts";
import type { EditorActions } from "../state/use-editor-actions.ts";
import { type CanvasNode, toCanvasEdges, toCanvasNodes } from "./canvas-elements.ts";

/** The document on the canvas, with what only the canvas knows: sizes, selection, drags under way. */
export function useCanvas(document: FlowDocument, actions: EditorActions) {
	const [kept, setKept] = useState<readonly CanvasNode[]>([]);
	const [selectedEdges, setSelectedEdges] = useState<ReadonlySet<string>>(new Set());
	const nodes = useMemo(() => toCanvasNodes(document, kept), [document, kept]);
	const edges = useMemo(() => toCanvasEdges(document, selectedEdges), [document, selectedEdges]);

	const onNodesChange = useCallback(
		(changes: NodeChange<CanvasNode>[]) => {
			setKept((before) => applyNodeChanges(changes, toCanvasNodes(actions.current(), before)));
			const ends = changes.filter((change) => change.type === "position" && change.dragging === false && change.position !== undefined);
			const places = new Map(ends.flatMap((change): [string, Position][] => ("position" in change && change.position ? [[change.id, change.position]] : [])));
			if (places.size > 0) actions.change((current) => moveNodes(current, places));
		},
		[actions],
	);
	const onEdgesChange = useCallback((changes: EdgeChange[]) => {
		setSelectedEdges((before) => {
			const after = new Set(before);
			for (const change of changes) {
				if (change.type === "select" && change.selected) after.add(change.id);
				else if (change.type === "select") after.delete(change.id);
			}
			return after;
		});
	}, []);
	/** Selects exactly these nodes and no edge. */
	const select = useCallback(
		(ids: ReadonlySet<string>) => {
			setSelectedEdges(new Set());
			setKept((before) => toCanvasNodes(actions.current(), before).map((node) => ({ ...node, selected: ids.has(node.id) })));
		},
		[actions],
	);
	const selectedNodes = useMemo(() => nodes.filter((node) => node.selected).map(({ id }) => id), [nodes]);
	return { nodes, edges, onNodesChange, onEdgesChange, select, selectedNodes };
}

export type CanvasState = ReturnType<typeof useCanvas>;
