import { expect, test } from "vitest";
import { once } from "./once.ts";

test("loads at the first use, and again only after a failure", async () => {
	let loads = 0;
	const load = once(async () => {
		loads++;
		if (loads === 1) throw new Error("not yet");
		return loads;
	});
	expect(loads).toBe(0);
	const failures = await Promise.allSettled([load(), load()]);
	expect(failures.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
	expect(await Promise.all([load(), load()])).toEqual([2, 2]);
	expect(await load()).toBe(2);
});
