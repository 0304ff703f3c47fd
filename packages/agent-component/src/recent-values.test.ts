import { expect, test } from "vitest";
import { createRecentValues } from "./recent-values.ts";

test("makes each value once, and forgets the one that was not used for longest", () => {
	const made: string[] = [];
	const values = createRecentValues<string>(2);
	const get = (key: string) => {
		return values.get(key, () => {
			made.push(key);
			return key.toUpperCase();
		});
	};
	expect(["a", "b", "a", "c", "a", "b"].map(get)).toEqual(["A", "B", "A", "C", "A", "B"]);
	expect(made).toEqual(["a", "b", "c", "b"]);
});
