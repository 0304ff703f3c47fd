import type { Position } from "./edit-nodes.ts";

interface Box extends Position {
	readonly width: number;
	readonly height: number;
}

/** Room of a fresh node, with a margin. */
const room = { width: 360, height: 280 } as const;

/** @returns the place nearest below the wanted one where a fresh node covers no other. */
export function freePlace(wanted: Position, boxes: readonly Box[]): Position {
	const hit = boxes.find(
		(box) => wanted.x < box.x + box.width && box.x < wanted.x + room.width && wanted.y < box.y + box.height && box.y < wanted.y + room.height,
	);
	return hit ? freePlace({ x: wanted.x, y: hit.y + hit.height + 40 }, boxes) : wanted;
}
