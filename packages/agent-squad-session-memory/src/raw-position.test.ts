import { expect, test } from "vitest";
import { assistant, user } from "./conformance/harness.ts";
import { advance, messagesAfter, rawStart } from "./raw-position.ts";

const exchange = (text: string) => [user(text), assistant(`re ${text}`)];
const numbered = Array.from({ length: 40 }, (_, place) => exchange(`${place}`)).flat();
const same = Array.from({ length: 40 }, () => exchange("next")).flat();

test.each([
	["different messages", numbered],
	["a chat that repeats itself", same],
])("finds what comes after it in a whole history of %s", (_name, raw) => {
	for (const count of [1, 2, 19, 20, 21, 79, 80]) expect(messagesAfter(advance(rawStart, raw.slice(0, count)), raw)).toEqual(raw.slice(count));
});

test("finds it in a history that has lost its oldest messages, however few are left of those known", () => {
	const position = advance(rawStart, numbered.slice(0, 60));
	for (const removed of [1, 30, 45, 59]) expect(messagesAfter(position, numbered.slice(removed))).toEqual(numbered.slice(60));
});

test("steps lead to the same place as one", () => {
	const steps = numbered.reduce((position, message) => advance(position, [message]), rawStart);
	expect(steps).toEqual(advance(rawStart, numbered));
	expect(steps.tail).toHaveLength(20);
});

test("is not found in another history, an empty one, or one that lacks all known messages", () => {
	const position = advance(rawStart, numbered.slice(0, 30));
	for (const raw of [same, [], numbered.slice(30)]) expect(messagesAfter(position, raw)).toBeUndefined();
});
