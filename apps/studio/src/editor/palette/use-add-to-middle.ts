import { useReactFlow } from "@xyflow/react";
import { flushSync } from "react-dom";
import type { CanvasNode } from "../canvas/canvas-elements.ts";
import { freeStage, type Places } from "../canvas/free-stage.ts";
import type { CanvasState } from "../canvas/use-canvas.ts";
import { freePlace } from "../flow/free-place.ts";
import { useAddNode } from "./use-add-node.ts";

/**
 * Adds a component where there is room in the middle of what is seen, and brings it into view beside its panel.
 * @param onShown is given the id of the new node.
 */
export function useAddToMiddle(places: Places, canvas: CanvasState, onShown: (id: string) => void): (type: string) => void {
	const { screenToFlowPosition, setViewport, getZoom } = useReactFlow();
	const addNode = useAddNode(canvas.select);
	return (type) => {
		const before = freeStage(places);
		const middle = screenToFlowPosition({ x: before.x + before.width / 2 - 160, y: before.y + before.height / 3 });
		const place = freePlace(middle, canvas.nodes.map(boxOf));
		// At once: where the middle is depends on whether a panel has opened.
		flushSync(() => onShown(addNode(type, place)));
		const free = freeStage(places);
		const zoom = getZoom();
		void setViewport({ x: free.width / 2 - (place.x + 160) * zoom, y: free.height / 2 - (place.y + 120) * zoom, zoom }, { duration: 200 });
	};
}

function boxOf({ position, measured }: CanvasNode) {
	return { ...position, width: measured?.width ?? 320, height: measured?.height ?? 200 };
}
