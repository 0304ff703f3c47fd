import type { RefObject } from "react";

/** What is narrower, in pixels, shows no node: on a phone the panel lies over the whole canvas. */
const minFreePx = 160;

export interface Places {
	readonly stage: RefObject<HTMLElement | null>;
	/** Around the panel of the selected node. */
	readonly panel: RefObject<HTMLElement | null>;
}

/** The part of the canvas that the panel leaves free, in the page's pixels; all of it when the panel leaves next to nothing. */
export function freeStage({ stage, panel }: Places): DOMRect {
	const canvas = stage.current?.getBoundingClientRect() ?? new DOMRect();
	const opened = panel.current?.firstElementChild?.getBoundingClientRect();
	const right = Math.min(canvas.right, opened?.left ?? canvas.right);
	return right - canvas.left < minFreePx ? canvas : new DOMRect(canvas.x, canvas.y, right - canvas.x, canvas.height);
}
