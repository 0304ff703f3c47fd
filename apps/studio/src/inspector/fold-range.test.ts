import { expect, it } from "vitest";
import { foldRange } from "./fold-range.ts";

const messages = [0, 1, 2, 3, 4].map((index) => ({ id: `m${index}`, timestamp: `2026-11-30 12:00:0${index}.000000 UTC` }));
const place = (index: number) => ({ message_id: `m${index}`, timestamp: `2026-11-30 12:00:0${index}.000000 UTC` });

it("finds what a fold took, the first one from the start", () => {
	expect(foldRange(messages, { after: null, through: place(2) })).toEqual({ first: 0, last: 2 });
	expect(foldRange(messages, { after: place(2), through: place(4) })).toEqual({ first: 3, last: 4 });
});

it("finds what is left when some are deleted, and nothing when all are", () => {
	const left = messages.filter(({ id }) => id !== "m2");
	expect(foldRange(left, { after: null, through: place(2) })).toEqual({ first: 0, last: 1 });
	expect(foldRange(messages.slice(3), { after: null, through: place(2) })).toBeUndefined();
	expect(foldRange([], { after: null, through: place(2) })).toBeUndefined();
});
