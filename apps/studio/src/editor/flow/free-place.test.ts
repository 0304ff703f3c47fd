import { expect, test } from "vitest";
import { freePlace } from "./free-place.ts";

const box = (x: number, y: number) => ({ x, y, width: 320, height: 200 });

test.each([
	[{ x: 0, y: 0 }, [], { x: 0, y: 0 }],
	[{ x: 0, y: 0 }, [box(400, 0)], { x: 0, y: 0 }],
	[{ x: 10, y: 10 }, [box(0, 0)], { x: 10, y: 240 }],
	[{ x: 10, y: 10 }, [box(0, 300), box(0, 0)], { x: 10, y: 540 }],
])("%j among %j → %j", (wanted, boxes, place) => expect(freePlace(wanted, boxes)).toEqual(place));
