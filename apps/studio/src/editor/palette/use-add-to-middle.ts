import { useReactFlow } from "@xyflow/react";
import type { RefObject } from "react";
import type { CanvasNode } from "../canvas/canvas-elements.ts";
import type { CanvasState } from "../canvas/use-canvas.ts";
import { freePlace } from "../flow/free-place.ts";
import { useAddNode } from "./use-add-node.ts";

/** Adds a component where there is room in the middle of what is seen, and brings it into view. */
export function useAddToMiddle(stage: RefObject<HTMLElement | null>, canvas: CanvasState): (type: string) => void {
	const { screenToFlowPosition, setCenter, getZoom } = useReactFlow();
	const addNode = useAddNode(canvas.select);
	return (type) => {
		const box = stage.current?.getBoundingClientRect() ?? new DOMRect();
		const middle = screenToFlowPosition({ x: box.x + box.width / 2 - 160, y: box.y + box.height / 3 });
		const place = freePlace(middle, canvas.nodes.map(boxOf));
		addNode(type, place);
		void setCenter(place.x + 160, place.y + 120, { zoom: getZoom(), duration: 200 });
	};
}

function boxOf({ position, measured }: CanvasNode) {
	return { ...position, width: measured?.width ?? 320, height: measured?.height ?? 200 };
}
