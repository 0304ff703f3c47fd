import { useReactFlow } from "@xyflow/react";
import { useCallback, useLayoutEffect, useRef } from "react";
import { freeStage, type Places } from "./free-stage.ts";
import { shiftInto } from "./shift-into.ts";
import type { CanvasState } from "./use-canvas.ts";

/**
 * Moves the canvas sideways when the panel of a node that was just selected would leave the node out of sight. A dragged node waits for its end.
 * @returns a function to call with the id of a node that is being brought into view already.
 */
export function useShowSelected({ stage, panel }: Places, { nodes, selectedNodes }: Pick<CanvasState, "nodes" | "selectedNodes">): (id: string) => void {
	const { getViewport, setViewport } = useReactFlow();
	const shown = useRef<string>(undefined);
	const id = selectedNodes.length === 1 ? selectedNodes[0] : undefined;
	const isDragged = nodes.some((node) => node.id === id && node.dragging === true);
	useLayoutEffect(() => {
		if (isDragged || shown.current === id) return;
		shown.current = id;
		const node = id === undefined ? undefined : stage.current?.querySelector(`[data-id="${CSS.escape(id)}"]`)?.getBoundingClientRect();
		if (!node || !panel.current?.firstElementChild) return;
		const free = freeStage({ stage, panel });
		const shift = shiftInto({ from: free.left, to: free.right }, { from: node.left, to: node.right });
		const { x, y, zoom } = getViewport();
		if (shift !== 0) void setViewport({ x: x + shift, y, zoom }, { duration: 200 });
	}, [id, isDragged, stage, panel, getViewport, setViewport]);
	return useCallback((shownId: string) => {
		shown.current = shownId;
	}, []);
}
